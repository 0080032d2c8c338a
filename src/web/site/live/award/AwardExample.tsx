import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { LiveField, LiveFrame } from "../LiveFrame.tsx";
import { useSolving } from "../useSolving.ts";
import { AwardGrid } from "./AwardGrid.tsx";
import { AwardResult, type AwardShown } from "./AwardResult.tsx";
import { firstAnswer, firstCase, firstRulePrices } from "./award.example.ts";
import { formOf, readAward, type AwardForm } from "./award.form.ts";
import { priceRules, solveAward, type AwardCase } from "./award.model.ts";
import type { Solve } from "../solve.model.ts";

const firstForm = formOf(firstCase);
const firstShown: AwardShown = { case: firstCase, answer: firstAnswer, prices: firstRulePrices };

const ask = async (c: AwardCase, solve: Solve, show: (shown: AwardShown) => void) => {
  const answer = await solveAward(c, solve);
  show({ case: c, answer, prices: [] });
  show({ case: c, answer, prices: await priceRules(c, solve) });
};

/**
 * A small award to try: the visitor changes bids and rules, HiGHS finds the least cost and proves
 * it.
 */
export default function AwardExample() {
  const [form, setForm] = useState<AwardForm>(firstForm);
  const { case: question, problems } = readAward(form);
  const {
    answer: shown,
    working,
    failure,
  } = useSolving(question, JSON.stringify(question), firstShown, ask);
  const wrong = Object.values(problems);
  const current = JSON.stringify(shown.case) === JSON.stringify(question);
  return (
    <LiveFrame
      id="award"
      title="An award to try"
      lead="Change a price, a discount or a rule. The least cost is solved anew in your browser; nothing is sent."
      changed={form !== firstForm}
      reset={() => setForm(firstForm)}
    >
      <AwardGrid
        form={form}
        change={setForm}
        problems={problems}
        award={current ? shown.answer.award : null}
      />
      <div className="live-fields">
        <LiveField
          id="award-maxVendors"
          label="Vendors at most"
          value={form.maxVendors}
          problem={problems["maxVendors"]}
          onChange={(maxVendors) => setForm({ ...form, maxVendors })}
        />
        <LiveField
          id="award-localShare"
          label="Share of local vendors at least"
          unit="percent"
          value={form.localShare}
          problem={problems["localShare"]}
          onChange={(localShare) => setForm({ ...form, localShare })}
        />
      </div>
      <p className="live-status" role="status">
        {failure
          ? `The solver did not answer: ${failure}`
          : wrong.length > 0
            ? `Not solved: ${wrong[0]}.`
            : working
              ? "Solving …"
              : shown.answer.seconds === undefined
                ? "Solved with HiGHS when this page was made."
                : `Solved in your browser in ${shown.answer.seconds.toFixed(2)} s, ${counted(shown.answer.nodes ?? 0, "node")} of the search tree.`}
      </p>
      <div data-stale={!current || undefined}>
        <AwardResult {...shown} />
      </div>
    </LiveFrame>
  );
}
