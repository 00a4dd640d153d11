package flow

// Unit is Flow's Unit, which has one value.
type Unit struct{}

// Never is Flow's Never, which has no values: no type implements it, and its only Go value, nil, is never decoded and
// does not encode.
type Never interface{ never() }

// Option is Flow's Option: a value or none. The zero value is None.
type Option[T any] struct {
	value T
	some  bool
}

// Some makes the Option that holds a value.
func Some[T any](value T) Option[T] { return Option[T]{value: value, some: true} }

// None makes the Option that holds none.
func None[T any]() Option[T] { return Option[T]{} }

// IsSome says whether there is a value.
func (o Option[T]) IsSome() bool { return o.some }

// IsNone says whether there is none.
func (o Option[T]) IsNone() bool { return !o.some }

// Get gives the value and whether there is one; without one, the zero value of T.
func (o Option[T]) Get() (value T, ok bool) { return o.value, o.some }

// OrElse gives the value, or another where there is none.
func (o Option[T]) OrElse(otherwise T) T {
	if o.some {
		return o.value
	}
	return otherwise
}
