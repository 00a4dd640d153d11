package typescript

// The forms below are laid out as prettier lays out those of TypeScript.

// lines puts statements or members on lines of their own.
func lines(items ...doc) doc { return join(hardLine, items) }

// block is statements between braces, on lines of their own.
func block(statements ...doc) doc {
	if len(statements) == 0 {
		return text("{}")
	}
	return sequence(text("{"), indent(hardLine, lines(statements...)), hardLine, text("}"))
}

// list writes items between brackets, one a line where they do not fit on one.
func list(open string, items []doc, end string) doc {
	if len(items) == 0 {
		return text(open, end)
	}
	return group(text(open), indent(softLine, join(commaLine, items), ifBroken(text(","), nothing)), softLine, text(end))
}

var commaLine = sequence(text(","), line)

// array writes an array of items, each of which is a list of two or more where areLists is set: several of those always
// stand on lines of their own.
func array(items []doc, areLists bool) doc {
	made := list("[", items, "]")
	made.breaks = made.breaks || areLists && len(items) > 1
	return made
}

// instance writes a type with its arguments, if it has any. One alone that is a plain name stays where it is.
func instance(name string, args []doc) doc {
	switch {
	case len(args) == 0:
		return text(name)
	case len(args) == 1 && args[0].kind == textDoc:
		return sequence(text(name, "<"), args[0], text(">"))
	}
	return group(text(name, "<"), indent(softLine, join(commaLine, args)), softLine, text(">"))
}

// typeParameters writes the type parameters of a declaration, if it has any.
func typeParameters(names []string) doc {
	if len(names) == 0 {
		return nothing
	}
	return list("<", texts(names), ">")
}

func texts(list []string) []doc {
	docs := make([]doc, len(list))
	for i, each := range list {
		docs[i] = text(each)
	}
	return docs
}

// literals are string literals of these texts.
func literals(list []string) []doc {
	docs := make([]doc, len(list))
	for i, each := range list {
		docs[i] = text(literal(each))
	}
	return docs
}

// call writes a call of a function.
func call(function string, args ...doc) doc { return sequence(text(function), list("(", args, ")")) }

// callWithList writes a call whose last argument is an array, the only one: its brackets stay with the call where all
// that does not fit is in it.
func callWithList(function string, before []doc, items []doc) doc {
	if len(items) == 0 {
		return call(function, append(before, text("[]"))...)
	}
	head := []doc{text(function, "(")}
	for _, each := range before {
		head = append(head, each, text(", "))
	}
	last := list("[", items, "]")
	return attempts(
		sequence(append(head[:len(head):len(head)], last, text(")"))...),
		sequence(append(head[:len(head):len(head)], broken(last), text(")"))...),
		call(function, append(before, last)...))
}

// object writes members between braces: on one line where they fit, unless one of them brings its own lines.
func object(separator string, members []doc) doc {
	if len(members) == 0 {
		return text("{}")
	}
	between := sequence(text(separator), line)
	return group(text("{"), indent(line, join(between, members), ifBroken(text(separator), nothing)), line, text("}"))
}

// onLines is an object whose members stand on lines of their own.
func onLines(separator string, members []doc) doc {
	made := object(separator, members)
	made.breaks = len(members) > 0
	return made
}

// orUndefined writes a type that may be undefined as the type of a variable or field.
func orUndefined(of doc) doc { return group(indent(softLine, union([]doc{of, text("undefined")}))) }

// element writes an element of an object by a computed name.
func element(of string, name doc) doc {
	return sequence(text(of), group(text("["), indent(softLine, name), softLine, text("]")))
}

// typed writes "name: type".
func typed(name string, of doc) doc { return sequence(text(name, ": "), of) }

// parameter is one parameter of a function, or of a function's type.
type parameter struct {
	doc
	// isObject says that its type is an object type: one alone leaves no line breaks around it.
	isObject bool
}

// parameters writes the parameters of a function between parentheses, for a group around them to break.
func parameters(list []parameter) doc {
	switch {
	case len(list) == 0:
		return text("()")
	case len(list) == 1 && list[0].isObject:
		return sequence(text("("), list[0].doc, text(")"))
	}
	docs := make([]doc, len(list))
	for i, each := range list {
		docs[i] = each.doc
	}
	return sequence(text("("), indent(softLine, join(commaLine, docs), ifBroken(text(","), nothing)), softLine, text(")"))
}

// functionType writes the type of a function; isObject says that its result is an object type. The type parameters are
// without constraints where isPlain is set.
func functionType(generic []string, isPlain bool, params []parameter, result doc, isObject bool) doc {
	head := sequence(typeParameters(generic), parameters(params))
	if len(generic) == 0 || len(generic) == 1 && isPlain {
		if len(params) == 1 && (isObject || result.breaks) {
			head = group(head)
		}
	}
	return group(head, text(" => "), result)
}

// signature writes what stands between the name of a function or method and its body; isObject says that its result is
// an object type.
func signature(generic doc, params []parameter, result doc, isObject bool) doc {
	head := parameters(params)
	if len(params) == 1 && (isObject || result.breaks) {
		head = group(head)
	}
	return sequence(generic, group(head, text(": "), result))
}

// assigned writes "left = right", which breaks behind the "=" only where the beginning of the right side does not fit.
func assigned(left, right doc) doc {
	m := &mark{}
	return group(group(left), text(" ="), marked(m, indent(line)), indentIf(m, right))
}

// moved writes "left = right", where the right side moves to a line of its own if it does not fit.
func moved(left, right doc) doc { return group(group(left), text(" ="), group(indent(line, right))) }

// member writes "name: value" where the value is a string, or has operators: it moves to a line of its own if it does
// not fit.
func member(name string, value doc) doc {
	if columns(name) < indentWidth+3 {
		return sequence(text(name, ": "), value)
	}
	return group(text(name, ":"), group(indent(line, value)))
}

// statement ends a statement.
func statement(parts ...doc) doc { return sequence(sequence(parts...), text(";")) }

// returned writes a return of operands joined by an operator.
func returned(operator string, operands []doc) doc {
	if len(operands) == 1 {
		return statement(text("return "), operands[0])
	}
	parts := []doc{operands[0]}
	for _, operand := range operands[1:] {
		next := sequence(text(operator), line, operand)
		if len(operands) == 2 {
			next = group(next)
		}
		parts = append(parts, text(" "), next)
	}
	return statement(text("return "), group(
		ifBroken(text("("), nothing), indent(softLine, group(parts...)), softLine, ifBroken(text(")"), nothing)))
}

// when writes an if statement with a single statement behind it.
func when(condition, then doc) doc {
	return group(text("if ("), group(indent(softLine, condition), softLine), text(")"), indent(line, then))
}

// union writes alternatives: all on one line where they fit, else each on its own.
func union(alternatives []doc) doc {
	parts := []doc{ifBroken(text("| "), nothing), indent(alternatives[0])}
	for _, each := range alternatives[1:] {
		parts = append(parts, line, text("| "), indent(each))
	}
	return group(parts...)
}
