package gen_test

import (
	"fmt"
	"slices"
)

// wordTypes declares a type of every word, the four kinds in turn.
func wordTypes() *course {
	c := newCourse()
	words := allWords()
	var data, hosts []field
	for i, word := range words {
		name := fmt.Sprintf("f%d", i)
		switch i % 5 {
		case 0:
			data = append(data, field{Name: name, Type: c.record(word, field{Name: "value", Type: "Int"}).of()})
		case 1:
			data = append(data, field{Name: name, Type: c.enum(word, cases("One", "Two")...).of()})
		case 2:
			t := c.enum(word, constructor{Name: "None"}, positional("Some", "Text"), named("Value", field{Name: "value", Type: "Bool"}))
			data = append(data, field{Name: name, Type: t.of()})
		case 3:
			t := c.add("record", word, "T")
			t.with(field{Name: "value", Type: t.param(0)})
			data = append(data, field{Name: name, Type: t.of(option("Int"))})
		case 4:
			hosts = append(hosts, field{Name: name, Type: c.host(word).of()})
		}
	}
	holder := c.record("HoldsEveryWord", data...)
	c.carry("carry_words", holder.of())
	c.tool("make_hosts", c.record("HoldsEveryHost", hosts...).of(), "Never")
	c.tool("take_host", "Unit", "Never", param{"host", hosts[0].Type})
	return c
}

// wordMembers has every word as a field, a constructor of each form, a part of a named payload and a type parameter.
func wordMembers() *course {
	c := newCourse()
	words := allWords()
	types := []term{"Int", "Text", "Bool", "Unit", "Instant", option("Int"), list("Decimal"), option(option("Unit"))}
	keywords := unique(pythonKeywords, goKeywords, typescriptKeywords, rustKeywords)
	plain := c.enum("EveryConstructor", cases(words...)...)
	payloads := make([]constructor, len(words))
	for i, word := range words {
		switch i % 8 {
		case 0:
			payloads[i] = positional(word, "Int", "Text")
		case 1:
			payloads[i] = named(word, field{Name: word, Type: "Int"}, field{Name: "other", Type: option("Text")})
		default:
			payloads[i] = positional(word, "Int")
		}
	}
	holders := []field{
		{Name: "keywords", Type: c.record("Keywords", fields(keywords, "Decimal")...).of()},
		{Name: "constructors", Type: set(plain.of())},
		{Name: "payloads", Type: list(c.enum("EveryPayload", payloads...).of())},
	}
	hold := func(t *template, args ...term) {
		holders = append(holders, field{Name: fmt.Sprintf("held%d", len(holders)), Type: t.of(args...)})
	}
	var parts []constructor
	for i, group := range slices.Collect(slices.Chunk(words, 60)) {
		hold(c.record(fmt.Sprintf("Fields%d", i), fields(group, types...)...))
		parts = append(parts, named(fmt.Sprintf("Parts%d", i), fields(group, types[i%2:i%2+1]...)...))
	}
	hold(c.enum("EveryPart", parts...))
	for i, group := range slices.Collect(slices.Chunk(words, 8)) {
		t := c.add("record", fmt.Sprintf("Generic%d", i), group...)
		members := make([]field, len(group))
		for j, word := range group {
			members[j] = field{Name: word, Type: t.param(j)}
		}
		hold(t.with(members...), types[:len(group)]...)
	}
	c.carry("carry", c.record("Members", holders...).of())
	return c
}

// wordTools has every word as a Tool, as a parameter and as a Tool's type parameter.
func wordTools() *course {
	c := newCourse()
	words := allWords()
	params := make([]param, len(words))
	for i, word := range words {
		params[i] = param{word, []term{"Int", option("Text")}[i%2]}
	}
	c.tool("every_parameter", "Unit", "Never", params...)
	problem := c.enum("Problem", cases("Busy", "Gone")...)
	for i, word := range words {
		switch i % 3 {
		case 0:
			c.tool(word, "Unit", "Never")
		case 1:
			c.tool(word, "Text", problem.of(), param{word, "Text"})
		default:
			c.tool(word, toolParam(0), problem.of(), param{word, toolParam(0)}).Generic = []string{word}
		}
	}
	return c
}

// collisions has names that become one when their case is converted, and names that equal what we derive from others.
func collisions() *course {
	c := newCourse()
	spellings := []string{"foo_bar", "fooBar", "FooBar", "foo__bar", "_foo_bar", "foo_bar_", "foobar", "FOO_BAR", "Foo_Bar"}
	escapes := []string{
		"class", "class_", "class__", "Class", "CLASS", "self", "self_", "ctx", "ctx_", "id", "ID", "Id", "name", "NAME", "_name",
		"value", "value_", "item0", "item1", "type", "type_", "r_type", "__type", "_0", "x1", "x_1", "X1", "sha256Sum", "sha256_sum",
		"HTTPServer", "HttpServer", "httpServer", "http_server", "a", "A", "_", "__", "mro", "mro_",
	}
	names := append(slices.Clone(spellings), escapes...)
	members := c.record("Members", fields(names, "Int", option("Text"))...)
	choices := c.enum("Choices", cases(names...)...)
	payloads := make([]constructor, len(names))
	for i, name := range names {
		payloads[i] = positional(name, "Int")
	}
	carriers := c.enum("Payloads", payloads...)
	c.carry("members", members.of(), choices.of(), carriers.of(), c.derivedNames().of())

	var types []field
	for i, name := range spellings {
		types = append(types, field{Name: fmt.Sprintf("f%d", i), Type: c.record(name, field{Name: name, Type: "Int"}).of()})
	}
	c.carry("types", c.record("Types", types...).of())
	for i, name := range spellings {
		c.tool(name, toolParam(0), "Never", param{name, toolParam(0)}, param{fmt.Sprintf("p%d", i), "Int"}).Generic = []string{name}
	}
	var params []param
	for _, name := range names {
		params = append(params, param{name, "Int"})
	}
	c.tool("parameters", "Unit", "Never", params...)
	return c
}

// derivedNames has types named as what we make of other types: constructor classes, contexts, codecs, every suffix.
func (c *course) derivedNames() *template {
	created := c.record("OperationCreate", field{Name: "id", Type: "Int"})
	dog := c.record("Dog", field{Name: "name", Type: "Text"})
	cat := c.record("Operation_Cat", field{Name: "name", Type: "Text"})
	operation := c.enum("Operation",
		positional("Create", created.of()), positional("Dog", dog.of()), positional("Cat", cat.of()), positional("Operation", "Int"),
		named("create", field{Name: "create", Type: "Int"}))
	held := []field{{Name: "operation", Type: operation.of()}}
	hold := func(t *template) { held = append(held, field{Name: fmt.Sprintf("h%d", len(held)), Type: t.of()}) }
	hold(c.enum("Twin", cases("One", "Two")...))
	hold(c.enum("Twins", positional("One", "Int"), positional("Two", "Int")))
	hold(c.enum("TwinsOne", cases("One", "Two")...))
	hold(c.enum("Deep", positional("Deep", "Int"), positional("DeepDeep", "Int")))
	hold(c.enum("DeepDeep", positional("Deep", "Int")))
	for _, suffix := range []string{
		"Codec", "Codecs", "Context", "GenericContext", "Error", "Err", "Ok", "Outcome", "Params", "Args", "Input", "Output", "Result",
		"Tool", "Tools", "Data", "Kind", "Tag", "Value", "Type", "Enum", "Record", "Host", "Token", "Schema", "Key", "Item", "Field",
		"Fields", "Base", "T", "1", "2", "_", "Alias", "Union", "Impl", "Trait", "Builder", "Decoder", "Encoder",
	} {
		hold(c.record("Dog"+suffix, field{Name: "value", Type: "Int"}))
	}
	extract := c.tool("extract", toolParam(0), "Never", param{"prompt", "Text"})
	extract.Generic = []string{"T"}
	for _, name := range []string{"Extract", "ExtractContext", "ExtractT", "T", "_T", "T1", "ExtractResult", "ExtractOutcome", "extract_context"} {
		hold(c.record(name, field{Name: "value", Type: "Int"}))
	}
	return c.record("Derived", held...)
}

// places declares one spelling in many places, some of whose paths are text that no language takes as it is.
func places() *course {
	c := newCourse()
	files := []string{
		"github.com/acme/tools@v1.0.0/a.flow", "github.com/acme/tools@v2.0.0/a.flow", "github.com/acme/tools@v1.0.0/b.flow",
		"github.com/acme/tools@v1.0.0/deep/a.flow", "github.com/acme/tools@v1.0.0/deep/er/a.flow", "github.com/other/tools@v1.0.0/a.flow",
		"gitlab.com/acme/tools@v1.0.0/a.flow", "a.flow", "./here.flow", "../up.flow", "/root.flow", "/deep/a.flow", `C:\deep\win.flow`,
		"C:/slash.flow", "github.com/acme/~x%41 y@v1.2/a b.flow", "github.com/acme/tools@v1.0.0/1st.flow",
		"github.com/acme/tools@v1.0.0/class.flow", "github.com/acme/tools@v1.0.0/a-b.flow", "github.com/acme/tools@v1.0.0/c.d.flow",
		"github.com/acme/tools@v1.0.0/日本.flow", "github.com/acme/tools@v1.0.0/\"\"\"\\.flow", "github.com/acme/@scope/a.flow",
		"github.com/acme/tools@v1.0.0/*/ process.exit(1) /*.flow", "github.com/acme/tools@v1.0.0/line\nbreak\u2028.flow",
		"github.com/acme/tools@v1.0.0/{name}%s${x}.flow",
	}
	for i, file := range files {
		c.in(file)
		member := fmt.Sprintf("field%d", i)
		c.carry("same", c.record("Same", field{Name: member, Type: "Int"}).of())
		if i%2 == 0 { // three private declarations of one spelling, and so of one identity
			first := c.enum("Shape", cases("Round", "Square")...)
			second := c.enum("Shape", positional("Round", first.of()), positional("Square", "Int"))
			c.carry("shapes", second.of(), c.record("Shape", field{Name: member, Type: second.of()}).of())
		}
	}
	c.in("github.com/acme/tools@v1.0.0/only.flow")
	c.carry("only", c.record("AlsoOnly", field{Name: "value", Type: "Int"}).of(), c.record("A", field{Name: "value", Type: "Int"}).of())
	return c
}

// unicodeNames has names outside ASCII: pairs that NFKC makes one, keywords in disguise, letters that a language does not
// take at the start of an identifier or does not know yet.
func unicodeNames() *course {
	c := newCourse()
	names := []string{
		"\ufb01", "fi", "\u00aa", "a", "\u212a", "K", "k", "\u017f", "s", "\uff43\uff4c\uff41\uff53\uff53", "class", // fi, a, K, s, class
		"\U0001d41d\U0001d41e\U0001d41f", "\U0001d4ae\U0001d452\U0001d4c1\U0001d4bb", "self", // def, Self
		"\u00c5", "\u212b", "\u01c4", "\u01c5", "\u00df", "\u1e9e", "\u0130", "\u0131", "\u03c2", "\u03c3", // letters whose case is odd
		"日本", "名前2", "Độ", "имя", "Имя", "ИМЯ", "שם", "اسم", "नम", "\U00010400", "\U00010428",
		"x\u0663", "x3", "x\uff13", "_\u0663", // other digits
		"\u037a", "\ufdfa", "\ufe70", "\ufc5e", "\u0e33", "\uff9e", "\u2e2f", // letters with which Python lets no name begin
		"\U00031350", "\U0001e4d0", // letters of Unicode 15
		"\u00b5", "\u03bc", "\u210c", "H", "\u0133", "ij", "\u0149", "\u2126", "\u03a9", "\u212f", "e", "\u207f", "n",
	}
	members := c.record("Members", fields(names, "Int", option("Text"))...)
	choices := c.enum("Choices", cases(names...)...)
	payloads := make([]constructor, len(names))
	for i, name := range names {
		payloads[i] = named(name, field{Name: name, Type: "Int"})
	}
	held := []field{
		{Name: "members", Type: members.of()}, {Name: "choices", Type: choices.of()}, {Name: "payloads", Type: c.enum("Payloads", payloads...).of()},
	}
	for i, name := range names {
		t := c.add("record", name, name)
		t.with(field{Name: name, Type: t.param(0)})
		held = append(held, field{Name: fmt.Sprintf("f%d", i), Type: t.of("Int")})
	}
	c.carry("carry", c.record("Everything", held...).of())
	for _, name := range names {
		c.tool(name, toolParam(0), "Never", param{name, toolParam(0)}).Generic = []string{name}
	}
	return c
}
