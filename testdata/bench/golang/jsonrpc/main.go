// Command jsonrpc is a JSON-RPC loop written by hand on encoding/json: no checks, no exactness.
//
//	jsonrpc              one call at a time, and one write for the answers to all that had come
//	jsonrpc goroutines   each call on a goroutine of its own, so that none waits for another
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
)

type request struct {
	ID     int `json:"id"`
	Params struct {
		Args struct {
			Prompt string `json:"prompt"`
		} `json:"args"`
		Call string `json:"call"`
		Run  string `json:"run"`
		Tool string `json:"tool"`
	} `json:"params"`
}

type reply struct {
	ID      int    `json:"id"`
	JSONRPC string `json:"jsonrpc"`
	Result  result `json:"result"`
}

type result struct {
	Call    string  `json:"call"`
	Outcome outcome `json:"outcome"`
	Run     string  `json:"run"`
}

type outcome struct{ Ok string }

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	if len(os.Args) > 1 {
		serveEach(in)
	} else {
		serve(in, bufio.NewWriterSize(os.Stdout, 1<<16))
	}
}

func answer(line []byte) []byte {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(reply{r.ID, "2.0", result{r.Params.Call, outcome{"hello " + r.Params.Args.Prompt}, r.Params.Run}})
	if err != nil {
		log.Fatal(err)
	}
	return append(text, '\n')
}

func serve(in *bufio.Reader, out *bufio.Writer) {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return // the end of the input
		}
		if _, err := out.Write(answer(line)); err != nil {
			log.Fatal(err)
		}
		if in.Buffered() == 0 {
			flush(out)
		}
	}
}

func serveEach(in *bufio.Reader) {
	answers := make(chan []byte, 1024)
	go write(bufio.NewWriterSize(os.Stdout, 1<<16), answers)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return // every call is answered by then: the bench waits for it
		}
		if err != nil {
			log.Fatal(err)
		}
		go func() { answers <- answer(line) }()
	}
}

// write sends what is answered, in one write with all that is answered by then.
func write(out *bufio.Writer, answers <-chan []byte) {
	for text := range answers {
		if _, err := out.Write(text); err != nil {
			log.Fatal(err)
		}
		if len(answers) == 0 {
			flush(out)
		}
	}
}

func flush(out *bufio.Writer) {
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
