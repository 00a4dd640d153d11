package typespec

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Signature gives the Tool's signature as describe shows it: params as [name, schema] pairs, ok, err and generic, each
// schema with its descriptions and versions.
func (t *Tool) Signature() *canon.Value {
	return must(t.signature(SchemaOptions{}))
}

// Fingerprinted gives the canonical text that the fingerprint is the hash of: the signature without descriptions and
// versions, so that neither a doc comment nor a new version of the repository moves it.
func (t *Tool) Fingerprinted() []byte {
	return canon.Append(nil, must(t.signature(fingerprinted)))
}

// fingerprinted are the options of the schemas that a fingerprint is taken of.
var fingerprinted = SchemaOptions{Bare: true, Unversioned: true}

// Fingerprint gives the hash by which an implementation fits the Tool: sha256: and the lower-case hex of the SHA-256 of
// Fingerprinted.
func (t *Tool) Fingerprint() string { return fingerprint(t.Fingerprinted()) }

func fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// signature gives the members of a signature with schemas written so. There is a fault only for a Tool that was not
// checked.
func (t *Tool) signature(o SchemaOptions) (*canon.Value, *schemaFault) {
	s := newProjection(newPool(t.Generic), o)
	schemas := make([]*canon.Value, 0, len(t.Params)+2)
	for _, root := range t.terms() {
		schema, fault := s.document(root)
		if fault != nil {
			return nil, fault
		}
		schemas = append(schemas, schema)
	}
	params := make([]*canon.Value, len(t.Params))
	for i := range t.Params {
		params[i] = canon.NewArray(canon.NewString(t.Params[i].Name), schemas[i])
	}
	generic := make([]*canon.Value, len(t.Generic))
	for i, name := range t.Generic {
		generic[i] = canon.NewString(name)
	}
	return canon.NewObject(
		member("params", canon.NewArray(params...)),
		member("ok", schemas[len(params)]),
		member("err", schemas[len(params)+1]),
		member("generic", canon.NewArray(generic...)),
	), nil
}

// must takes what a checked Tool always has. A Tool that a program put together by hand may lack it, which is a mistake
// in that program.
func must(v *canon.Value, fault *schemaFault) *canon.Value {
	if fault != nil {
		panic("typespec: the Tool was not checked: " + fault.Error())
	}
	return v
}

// SignatureDiffers holds a signature that was given to what the Tool's terms yield, descriptions aside. Where they part,
// it gives the JSON Pointer of the first such place inside the signature, and the beginnings of what stands there in
// ours and in theirs.
func (t *Tool) SignatureDiffers(given *canon.Value) (pointer, ours, theirs string, differs bool) {
	own, given := must(t.signature(SchemaOptions{Bare: true})), bareSignature(given)
	pointer, equal := canon.Equal(own, given)
	if equal {
		return "", "", "", false
	}
	return pointer, excerpt(own, pointer), excerpt(given, pointer), true
}
