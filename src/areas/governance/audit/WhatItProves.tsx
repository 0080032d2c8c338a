import { CircleCheck, TriangleAlert } from "lucide-react";
import { Panel } from "#web/kit/states.tsx";

const proves = [
  [
    "Nothing that was sealed has been changed",
    "One changed letter in one entry gives another root, and the signed checkpoints no longer fit. The verifier names the entry.",
  ],
  [
    "Nothing was inserted, removed or moved",
    "Every entry has a number and names the one before it; the tree fixes their order.",
  ],
  [
    "It belongs to this agency",
    "Each agency has a ledger of its own, and its checkpoints carry its name under the signature.",
  ],
  [
    "It needs no trust in this server",
    "A bundle is checked offline with one small program and your copy of the public key.",
  ],
] as const;
const provesNot = [
  [
    "That what was entered is true",
    "The ledger keeps what people did. A wrong invoice, honestly recorded, stays a wrong invoice.",
  ],
  [
    "That the holder of the signing key did not start over",
    "Only a checkpoint kept outside finds that. Keep one each month, or let audit-verify keep it (--last-seen).",
  ],
  [
    "That a record's bundle is complete",
    "It proves that its entries are genuine. Only the bundle of the whole ledger shows that none was left out.",
  ],
  [
    "What happened in the last second",
    "An entry is sealed within about a second of its change. Payments, awards and changes of bank details wait until it is.",
  ],
] as const;

/** What the ledger proves and what it does not, in plain words. */
export function WhatItProves() {
  return (
    <div className="grid gap-4 pt-4 lg:grid-cols-2">
      <Panel title="What this proves">
        <p className="mb-4 text-t2">
          The audit ledger is tamper-evident: it cannot stop a person with full power over the
          database, but whatever they change shows.
        </p>
        <ul className="checks">
          {proves.map(([title, text]) => (
            <li key={title}>
              <CircleCheck className="pass size-4 flex-none" aria-hidden="true" />
              <span>
                {title}
                <small>{text}</small>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="What it does not prove">
        <ul className="checks">
          {provesNot.map(([title, text]) => (
            <li key={title}>
              <TriangleAlert className="warn size-4 flex-none" aria-hidden="true" />
              <span>
                {title}
                <small>{text}</small>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
