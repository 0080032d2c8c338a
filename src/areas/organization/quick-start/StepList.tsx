import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";

type Step = {
  id: string;
  label: string;
  about: string;
  href: string;
  guide?: string;
  done: boolean;
};

/** Things to do one after the other, each with where it is done and whether it was. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="divide-y divide-hair">
      {steps.map((step) => (
        <li key={step.id} className="flex items-start gap-3 py-3">
          {step.done ? (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
          ) : (
            <Circle className="mt-0.5 size-5 shrink-0 text-t3" aria-hidden="true" />
          )}
          <span className="min-w-0 flex-1">
            <Link className="font-medium" to={step.href}>
              {step.label}
            </Link>
            <span className="visually-hidden">{step.done ? ", done" : ", to do"}</span>
            <p className="text-13 text-t2">{step.about}</p>
            {step.guide && (
              <a className="text-13" href={step.guide}>
                How it goes<span className="visually-hidden">: {step.label}</span>
              </a>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
