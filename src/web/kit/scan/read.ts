import { BarcodeDetector, prepareZXingModule, type BarcodeFormat } from "barcode-detector/ponyfill";
import { formats } from "./formats.ts";

/** Where the reader's WebAssembly is: an address of our own origin, or the bytes. */
type Wasm = { address: string } | { bytes: ArrayBuffer };

/** Opens the reader of codes; it asks for no address but the one it is given. */
export const openReader = (wasm: Wasm): ((picture: ImageData) => Promise<string | null>) => {
  prepareZXingModule({
    overrides: "bytes" in wasm ? { wasmBinary: wasm.bytes } : { locateFile: () => wasm.address },
  });
  const detector = new BarcodeDetector({ formats: [...formats] satisfies BarcodeFormat[] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue || null;
};
