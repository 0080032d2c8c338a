import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { decimal } from "../numbers.ts";
import {
  brokenRules,
  costOf,
  lotByLot,
  lotByLotWithinRules,
  sharesOf,
  type AwardAnswer,
  type AwardCase,
  type Rule,
  type RulePrice,
} from "./award.model.ts";

export type AwardShown = {
  case: AwardCase;
  answer: Omit<AwardAnswer, "seconds" | "nodes"> & { seconds?: number; nodes?: number };
  prices: readonly RulePrice[];
};

const ruleLabel = (c: AwardCase, rule: Rule): string =>
  rule === "capacity"
    ? "What each vendor can take on"
    : rule === "maxVendors"
      ? `At most ${counted(c.maxVendors ?? 0, "vendor")}`
      : `At least ${c.localShare}% to local vendors`;

const breaks = {
  capacity: "a vendor's capacity",
  maxVendors: "the number of vendors",
  localShare: "the local share",
} as const;

function Winners({ case: c, answer }: AwardShown) {
  return (
    <table className="ledger live-table">
      <caption>The award</caption>
      <thead>
        <tr>
          <th scope="col">Vendor</th>
          <th scope="col" className="num">
            Lots
          </th>
          <th scope="col" className="num">
            Discount
          </th>
          <th scope="col" className="num">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {sharesOf(c, answer.award!).map((share) => (
          <tr key={share.vendor}>
            <th scope="row">
              {c.vendors[share.vendor]!.name}
              {c.vendors[share.vendor]!.local && <span> local</span>}
            </th>
            <td className="num">{share.lots}</td>
            <td className="num">{share.percent === 0 ? "none" : `${share.percent}%`}</td>
            <td className="num">{formatCents(share.costCents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Least cost</th>
          <td className="num">{c.lots.length}</td>
          <td />
          <td className="num">{formatCents(answer.costCents!)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Comparison({ case: c, answer }: AwardShown) {
  const cheapest = lotByLot(c);
  const broken = brokenRules(c, cheapest);
  const careful = broken.length === 0 ? cheapest : lotByLotWithinRules(c);
  const saved = careful && costOf(c, careful) - answer.costCents!;
  return (
    <dl className="live-facts">
      <div>
        <dt>
          Cheapest bid of each lot
          {broken.length > 0 && (
            <span>not allowed: it breaks {broken.map((rule) => breaks[rule]).join(" and ")}</span>
          )}
        </dt>
        <dd>{formatCents(costOf(c, cheapest))}</dd>
      </div>
      {broken.length > 0 && (
        <div>
          <dt>
            Lot by lot within the rules
            <span>largest lot first, the cheapest bidder still allowed</span>
          </dt>
          <dd>{careful ? formatCents(costOf(c, careful)) : "finds none"}</dd>
        </div>
      )}
      {saved !== null && (
        <div className="live-strong">
          <dt>Saved by looking at all lots together</dt>
          <dd>
            {formatCents(saved)}
            <span>{decimal((saved / costOf(c, careful!)) * 100, 2)}%</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Proof({ answer }: AwardShown) {
  const gap = answer.boundCents === null ? null : answer.costCents! - answer.boundCents;
  return (
    <dl className="live-facts">
      <div>
        <dt>
          This award<span>the best one found</span>
        </dt>
        <dd>{formatCents(answer.costCents!)}</dd>
      </div>
      <div>
        <dt>
          Bound<span>no allowed award costs less</span>
        </dt>
        <dd>{answer.boundCents === null ? "not yet known" : formatCents(answer.boundCents)}</dd>
      </div>
      <div className="live-strong">
        <dt>Gap</dt>
        <dd>
          {gap === 0 ? (
            <>
              <span className="badge tone-success">Proven least</span> {formatCents(0)}
            </>
          ) : (
            <>
              <span className="badge tone-warning">Not proven</span>{" "}
              {gap === null ? "" : formatCents(gap)}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function RulePrices({ case: c, answer, prices }: AwardShown) {
  if (prices.length === 0)
    return (
      <p className="live-note">There are no rules besides the bids, so none costs anything.</p>
    );
  const costs = ({ costCents }: RulePrice) =>
    costCents === null
      ? "none without it either"
      : answer.costCents === null
        ? `without it ${formatCents(costCents)}`
        : formatCents(answer.costCents - costCents);
  return (
    <dl className="live-facts">
      {prices.map((price) => (
        <div key={price.rule}>
          <dt>{ruleLabel(c, price.rule)}</dt>
          <dd>{costs(price)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The award, its proof, the saving and what each rule costs. */
export function AwardResult(shown: AwardShown) {
  const { answer } = shown;
  const pricesPart = (
    <div>
      <h4>What each rule costs</h4>
      {<RulePrices {...shown} />}
    </div>
  );
  if (!answer.award)
    return (
      <div className="live-answer">
        <div>
          <p className="notice tone-warning">
            <span>
              <strong>
                {answer.status === "infeasible"
                  ? "No award keeps all the rules."
                  : "No award was found within the time."}
              </strong>{" "}
              {answer.status === "infeasible" && "Beside: whether one rule less would allow one."}
            </span>
          </p>
        </div>
        {pricesPart}
      </div>
    );
  return (
    <div className="live-answer">
      <div>
        <Winners {...shown} />
      </div>
      <div>
        <h4>The proof</h4>
        <Proof {...shown} />
      </div>
      <div>
        <h4>Against going lot by lot</h4>
        <Comparison {...shown} />
      </div>
      {pricesPart}
    </div>
  );
}
