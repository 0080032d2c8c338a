// Tutorials of whoever pays by card, and of whoever works with agents.
import { step, tutorial } from "./tutorial.words.ts";
import type { Tutorial } from "./tutorial.model.ts";

/** From the bank's lines to the bank's invoice. */
export const cardTutorials: readonly Tutorial[] = [
  tutorial(48, "cards", "beginner", "Purchases by card, from the receipt to the bank", [
    step(
      "Lines that wait",
      "What is to be coded and what has no receipt; Payments, tab Cards, begins with the alarms.",
      "/payments/card-lines",
    ),
    step("Cards", "Three people each: holder, administrator, approver.", "/payments/cards"),
    step("Bring in lines", "The bank's file: the same one again changes nothing."),
    step("Code and approve", "The holder photographs and codes; another person approves."),
    step("Tie a cycle", "To the cent to the statement; then one invoice.", "/payments/card-cycles"),
  ]),
  tutorial(62, "agents", "beginner", "What an agent found, and what becomes of it", [
    step("What waits", "The dearest first; beside it why, and what it rests on.", "/invoice-agent"),
    step("Accept", "It is done in your name, through the same rules and approvals."),
    step("Change it first", "Correct the values; only those that the proposal names."),
    step("Dismiss", "Say why: what was wrong counts against the agent."),
    step("Runs", "What it read with your rights, answer by answer."),
  ]),
];
