// Command echo is the floor of calls: it sends each line back as it came, in one write with all that have come by then.
package main

import (
	"bufio"
	"log"
	"os"
)

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return // the end of the input
		}
		if _, err := out.Write(line); err != nil {
			log.Fatal(err)
		}
		if in.Buffered() > 0 {
			continue
		}
		if err := out.Flush(); err != nil {
			log.Fatal(err)
		}
	}
}
