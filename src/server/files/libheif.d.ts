/** What is used of libheif-js, which says nothing of its types. */
declare module "libheif-js/wasm-bundle.js" {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width: () => number;
    get_height: () => number;
    /** Draws into `pixels` and calls back; with null where it cannot. */
    display: (pixels: Pixels, drawn: (pixels: Pixels | null) => void) => void;
  };
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } };
  export default libheif;
}
