import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { openReader } from "./read.ts";

export type ScanAnswer = { code: string | null } | { failed: string };

// Reading a picture blocks its thread, so it has one of its own. The server gives this file alone the right
// to compile WebAssembly.
const read = openReader({ address: wasm });
const answer = (message: ScanAnswer) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  read(data).then(
    (code) => answer({ code }),
    (error: unknown) => answer({ failed: String(error) }),
  );
});
