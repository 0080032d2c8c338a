import type { Verdict } from "#kernel/control.ts";
import type { ControlHead, Judged } from "#server/controls/control-checks.ts";
import type { InForce } from "../control/control.service.ts";

/** Why a record is judged: it changed, a rule or a control did, its day came, or somebody asked. */
export type Cause = "record" | "rule" | "control" | "time" | "asked";

/** What was judged of a record by a control, with what it said. */
export type Answered = {
  control: InForce;
  head: ControlHead;
  judged: Judged;
  verdict: Verdict;
  digest: string;
  resultId: string;
};
