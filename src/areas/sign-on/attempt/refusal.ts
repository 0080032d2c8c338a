import { Problem } from "#kernel/errors.ts";
import { refusals, type RefusalCode } from "./refusals.labels.ts";

/** A sign-in through a provider that is refused; `detail` is for the log, never for the browser. */
export class SignOnRefusal extends Problem {
  readonly reason: RefusalCode;
  readonly detail: string;

  constructor(reason: RefusalCode, detail = "") {
    super(reason === "provider_unreachable" ? "upstream" : "notAllowed", reason, refusals[reason]);
    this.name = "SignOnRefusal";
    this.reason = reason;
    this.detail = detail;
  }
}
