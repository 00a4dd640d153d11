package main

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print flowgen's version",
		Args:  cobra.NoArgs,
		RunE: run(func([]string) error {
			text := "flowgen " + a.version
			if a.commit != "" {
				text += " (" + a.commit + ")"
			}
			return a.print(text + "\n")
		}),
	}
}

// buildVersion is the version that this program was built from, "devel" where the build does not say.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// buildCommit is the commit that this program was built from, "" where the build does not say.
func buildCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return commitOf(info)
}

// commitOf abbreviates the commit of a build, with "+dirty" where there were changes beside it.
func commitOf(info *debug.BuildInfo) string {
	const short = 7
	commit, dirty := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			commit = setting.Value[:min(len(setting.Value), short)]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			dirty = "+dirty"
		}
	}
	if commit == "" || strings.Contains(info.Main.Version, "-"+commit) { // as a version without a tag does
		return ""
	}
	return commit + dirty
}
