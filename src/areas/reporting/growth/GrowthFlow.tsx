import { ArrowDown, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { Progress } from "#web/kit/Progress.tsx";
import { inDays } from "./growth-words.ts";
import { growthSteps, type GrowthStep } from "./growth.labels.ts";
import type { StepOfGrowth } from "./growth.model.ts";

function Days({ of, most }: { of: StepOfGrowth; most: number }) {
  const { medianDays, ninetyDays } = of;
  if (medianDays === null || ninetyDays === null)
    return <span className="text-13 text-t2">Fewer than five took it</span>;
  return (
    <>
      <b className="text-lg">{inDays(medianDays)}</b>
      <Progress
        value={medianDays}
        max={Math.max(1, most)}
        label={`Median days to ${growthSteps[of.step].label.toLowerCase()}`}
      />
      <span className="text-13 text-t2">90 of 100 within {inDays(ninetyDays)}</span>
    </>
  );
}

type Props = {
  steps: readonly StepOfGrowth[];
  rows: (step: GrowthStep) => string;
  shown: GrowthStep | null;
};

/** The steps of a purchase with the days between them; each opens the purchases that took it. */
export function GrowthFlow({ steps, rows, shown }: Props) {
  const most = Math.max(...steps.map(({ medianDays }) => medianDays ?? 0));
  return (
    <ol className="grid gap-2 md:grid-cols-3 xl:grid-cols-6">
      {steps.map((of) => (
        <li key={of.step} className="panel grid content-start gap-2 p-4">
          <span className="flex items-center gap-2 text-13 text-t2">
            <ArrowRight aria-hidden="true" className="hidden md:block" />
            <ArrowDown aria-hidden="true" className="md:hidden" />
            after {growthSteps[of.step].from}
          </span>
          <Link to={rows(of.step)} aria-current={shown === of.step ? "true" : undefined}>
            {growthSteps[of.step].label}
            <span className="sr-only">, open its purchases</span>
          </Link>
          <Days of={of} most={most} />
          <span className="text-13 text-t2">
            {counted(of.took, "purchase")}, {of.waiting} waiting
            {of.early > 0 && `, ${of.early} before ${growthSteps[of.step].from}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
