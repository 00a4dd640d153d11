package flow

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// HostType is what a host type is generated as: a struct that holds a token.
type HostType interface{ ~struct{ Token JSON } }

// Registry keeps the live objects of type O that values of the host type H stand for: a program in Flow holds a token,
// the registry the object. It may be used from any goroutine. NewRegistry makes one.
//
// A token says which registry it is from, with a nonce that no other process and no other registry has: one from before
// a restart is unknown, and never another object's.
type Registry[H HostType, O any] struct {
	nonce string

	mu      sync.Mutex
	count   int
	objects map[JSON]O
}

// NewRegistry makes a registry:
//
//	pages := flow.NewRegistry[tools.Page, *Tab]()
//	page := pages.Put(tab)         // to return from a Tool
//	tab, err := pages.Get(page)    // for a Page that came as an argument
func NewRegistry[H HostType, O any]() *Registry[H, O] {
	var nonce [12]byte
	_, _ = rand.Read(nonce[:]) // never fails
	return &Registry[H, O]{nonce: hex.EncodeToString(nonce[:]), objects: make(map[JSON]O)}
}

// Put keeps an object, until Remove, and gives the host value that stands for it.
func (r *Registry[H, O]) Put(object O) H {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	token := JSONOfValue(canon.NewString(fmt.Sprintf("%s-%d", r.nonce, r.count)))
	r.objects[token] = object
	return H{Token: token}
}

// Get gives the object behind a host value. The error is a NotRun where this registry does not know it (any more).
func (r *Registry[H, O]) Get(host H) (O, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.find(host)
}

// Remove forgets the object behind a host value, and gives it back. The error is a NotRun where it is not known.
func (r *Registry[H, O]) Remove(host H) (O, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	object, err := r.find(host)
	delete(r.objects, tokenOf(host))
	return object, err
}

// Len gives how many objects are kept.
func (r *Registry[H, O]) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.objects)
}

func (r *Registry[H, O]) find(host H) (O, error) {
	object, known := r.objects[tokenOf(host)]
	if !known {
		return object, NotRun(fmt.Sprintf("this %T is not known to this process", host))
	}
	return object, nil
}

func tokenOf[H HostType](host H) JSON { return struct{ Token JSON }(host).Token }
