// Tutorials of whoever pays by card.
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
];
