package typespec

import (
	"strings"
	"unicode"
)

// Identity is the parts of a declaration's identity, repository@version/file.Name.
type Identity struct {
	// Repository and Version are empty where the identity has no version: its File is then the whole path.
	Repository, Version string
	// File is the path of the declaring file, with its .flow.
	File string
	// Name is what follows the last dot.
	Name string
}

// ParseIdentity splits an identity into its parts. Without a dot the Name is empty and the whole is path. It refuses
// nothing; IsName judges the Name.
func ParseIdentity(identity string) Identity {
	path, name := identity, ""
	if dot := strings.LastIndexByte(identity, '.'); dot >= 0 {
		path, name = identity[:dot], identity[dot+1:]
	}
	start, end, ok := versionSpan(identity)
	if !ok || end > len(path) {
		return Identity{File: path, Name: name}
	}
	return Identity{Repository: path[:start], Version: path[start+1 : end], File: path[end+1:], Name: name}
}

// Unversioned gives an identity without its @version, itself where it has none.
func Unversioned(identity string) string {
	start, end, ok := versionSpan(identity)
	if !ok {
		return identity
	}
	return identity[:start] + identity[end:]
}

// versionSpan finds the version of an identity: from the first @ that does not begin its path segment to the next
// slash. A path of the file system, which begins with /, ./, ../ or a drive letter and colon, has none.
func versionSpan(identity string) (start, end int, ok bool) {
	if isFilePath(identity) {
		return 0, 0, false
	}
	for i := 1; i < len(identity); i++ {
		if identity[i] != '@' || identity[i-1] == '/' {
			continue
		}
		slash := strings.IndexByte(identity[i:], '/')
		if slash < 0 {
			return 0, 0, false
		}
		return i, i + slash, true
	}
	return 0, 0, false
}

func isFilePath(path string) bool {
	if strings.HasPrefix(path, "/") || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../") {
		return true
	}
	return len(path) > 1 && path[1] == ':' && ('a' <= path[0]|0x20 && path[0]|0x20 <= 'z')
}

// IsName says whether text is an identifier of Flow: a letter or _, then letters, digits and _, by the Unicode general
// categories L and Nd.
func IsName(text string) bool {
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return text != ""
}
