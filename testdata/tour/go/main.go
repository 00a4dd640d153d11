package main

import (
	"context"
	"log"

	"example.com/agent/tools"
)

func main() {
	if err := tools.Serve(context.Background(), NewAgent()); err != nil {
		log.Fatal(err)
	}
}
