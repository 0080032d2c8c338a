import wasm from "highs/runtime?url";
import { openHighs } from "./highs.ts";
import { solveModel, type Solved, type Standing } from "./solve.model.ts";

export type SolverQuestion = { id: number; lp: string; secondsLimit: number };
export type SolverAnswer = { id: number } & (
  | { standing: Standing }
  | { solved: Solved }
  | { failed: string }
);

// A solve blocks its thread, so HiGHS has one of its own. The server gives this file alone the
// right to compile WebAssembly.
const opened = openHighs(wasm);
const answer = (message: SolverAnswer) => postMessage(message);

addEventListener("message", ({ data: { id, lp, secondsLimit } }: MessageEvent<SolverQuestion>) => {
  opened
    .then((highs) =>
      answer({
        id,
        solved: solveModel(highs, lp, secondsLimit, (standing) => answer({ id, standing })),
      }),
    )
    .catch((error: unknown) =>
      answer({ id, failed: error instanceof Error ? error.message : String(error) }),
    );
});
