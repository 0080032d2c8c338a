import loadHighs, { type Highs, type InitOptions } from "highs";

// The package's types describe its CommonJS half; what Node and the bundler import is the function
// itself.
const load = loadHighs as unknown as typeof loadHighs.default;

/**
 * Loads HiGHS; in the browser `wasm` is the address of its WebAssembly, in Node it is found by
 * itself.
 */
export const openHighs = (wasm?: string): Promise<Highs> =>
  load((wasm ? { locateFile: () => wasm } : {}) satisfies InitOptions);
