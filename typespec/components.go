package typespec

// digraph is a graph of nodes numbered from 0.
type digraph struct{ to [][]int32 }

func (g *digraph) node() int32 {
	g.to = append(g.to, nil)
	return int32(len(g.to) - 1)
}

func (g *digraph) edge(from, to int32) { g.to[from] = append(g.to[from], to) }

// components numbers the strongly connected component of each node, by Tarjan's algorithm without recursion, in time
// linear in the nodes and edges.
func (g *digraph) components() []int32 {
	n := len(g.to)
	component := make([]int32, n) // 0 while a node is in none
	order := make([]int32, n)     // when a node was first met, from 1
	low := make([]int32, n)       // the earliest node still open that it is known to reach
	next := make([]int32, n)      // the next edge to follow
	var path, open []int32
	var met, found int32
	for start := range int32(n) {
		if order[start] != 0 {
			continue
		}
		path = append(path, start)
		for len(path) > 0 {
			v := path[len(path)-1]
			if order[v] == 0 {
				met++
				order[v], low[v] = met, met
				open = append(open, v)
			}
			if int(next[v]) < len(g.to[v]) {
				w := g.to[v][next[v]]
				next[v]++
				switch {
				case order[w] == 0:
					path = append(path, w)
				case component[w] == 0:
					low[v] = min(low[v], order[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				low[path[len(path)-1]] = min(low[path[len(path)-1]], low[v])
			}
			if low[v] == order[v] {
				found++
				for {
					w := open[len(open)-1]
					open = open[:len(open)-1]
					component[w] = found
					if w == v {
						break
					}
				}
			}
		}
	}
	return component
}

// cyclic says for each node whether it lies on a cycle; an edge to itself is one.
func (g *digraph) cyclic() []bool {
	component := g.components()
	size := make([]int32, len(g.to)+1)
	for _, c := range component {
		size[c]++
	}
	cyclic := make([]bool, len(g.to))
	for v := range g.to {
		cyclic[v] = size[component[v]] > 1
		for _, w := range g.to[v] {
			cyclic[v] = cyclic[v] || int(w) == v
		}
	}
	return cyclic
}

// Components numbers the strongly connected components of a graph whose node i has edges to the nodes to[i]: nodes have
// the same number where each is reached from the other.
func Components(to [][]int32) []int32 {
	g := &digraph{to: to}
	return g.components()
}
