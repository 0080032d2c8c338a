import { createHash } from "node:crypto";
import type { Found } from "#server/agents/agent.ts";

/** Two findings are the same where everything is that a person would read and accept. */
export const digestOf = ({ what, why, cents, dueOn, proposal, picture }: Found): string =>
  createHash("sha256")
    .update(JSON.stringify([what, why, cents, dueOn, proposal, ...(picture ? [picture] : [])]))
    .digest("base64url");
