import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { RoundDetail } from "./negotiation.model.ts";

/** The hash of a round, and a warning where what is stored no longer has it. */
export function Fixed({ round }: { round: Pick<RoundDetail, "sha256" | "intact"> }) {
  if (!round.intact)
    return (
      <p className="notice tone-danger" role="alert">
        What is stored of this round no longer has the hash with which it was sent. Do not rely on
        it: withdraw it and send it anew.
      </p>
    );
  return (
    <p className="text-13 text-t3">
      Fixed by SHA-256 <span className="mono break-all">{round.sha256}</span>
    </p>
  );
}

/** The terms as they were sent, with what the round before had otherwise. */
export function SentTerms({
  terms,
  before = [],
}: {
  terms: RoundDetail["terms"];
  before?: RoundDetail["terms"];
}) {
  return (
    <details>
      <summary>Terms as they were sent</summary>
      <div className="mt-2">
        <Facts>
          {terms.map(({ label, value }) => {
            const then = before.find((each) => each.label === label)?.value;
            return (
              <Fact key={label} label={label}>
                {then !== undefined && (
                  <del className="mr-2 text-t3 line-through decoration-2">{then}</del>
                )}
                {value}
              </Fact>
            );
          })}
        </Facts>
      </div>
    </details>
  );
}
