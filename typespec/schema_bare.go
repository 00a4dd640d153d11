package typespec

import "github.com/flow-toolkit/flowgen/runtime/canon"

// bare gives a schema without its descriptions: those that are the schema's own keyword or that of a schema in it, never
// a property, definition or constructor that is named so. What is no schema of ours is left as it is.
func bare(schema *canon.Value) *canon.Value {
	if schema.Kind != canon.Object {
		return schema
	}
	members := make([]canon.Member, 0, len(schema.Members))
	for _, m := range schema.Members {
		switch m.Name {
		case "description":
			continue
		case "items", "additionalProperties", "not":
			m.Value = bare(m.Value)
		case "prefixItems", "oneOf":
			m.Value = bareItems(m.Value)
		case "properties", "$defs":
			m.Value = bareMembers(m.Value)
		}
		members = append(members, m)
	}
	return canon.NewObject(members...)
}

func bareItems(schemas *canon.Value) *canon.Value {
	if schemas.Kind != canon.Array {
		return schemas
	}
	items := make([]*canon.Value, len(schemas.Items))
	for i, schema := range schemas.Items {
		items[i] = bare(schema)
	}
	return canon.NewArray(items...)
}

func bareMembers(schemas *canon.Value) *canon.Value {
	if schemas.Kind != canon.Object {
		return schemas
	}
	members := make([]canon.Member, len(schemas.Members))
	for i, m := range schemas.Members {
		members[i] = canon.Member{Name: m.Name, Offset: m.Offset, Value: bare(m.Value)}
	}
	return canon.NewObject(members...)
}

// bareSignature gives a signature whose schemas are bare.
func bareSignature(signature *canon.Value) *canon.Value {
	if signature.Kind != canon.Object {
		return signature
	}
	members := make([]canon.Member, len(signature.Members))
	for i, m := range signature.Members {
		switch m.Name {
		case "ok", "err":
			m.Value = bare(m.Value)
		case "params":
			m.Value = bareParams(m.Value)
		}
		members[i] = m
	}
	return canon.NewObject(members...)
}

func bareParams(params *canon.Value) *canon.Value {
	if params.Kind != canon.Array {
		return params
	}
	items := make([]*canon.Value, len(params.Items))
	for i, pair := range params.Items {
		items[i] = pair
		if pair.Kind == canon.Array && len(pair.Items) > 1 {
			items[i] = canon.NewArray(append([]*canon.Value{pair.Items[0], bare(pair.Items[1])}, pair.Items[2:]...)...)
		}
	}
	return canon.NewArray(items...)
}
