import "lit";
