import { CircleCheck, CircleDashed } from "lucide-react";
import { Link } from "react-router";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Administration } from "./administration.model.ts";

/**
 * The way of an agency from nothing to its first order, one step after the other, each with where it
 * is done; the next one is the button.
 */
export function FirstOrder({ course }: { course: Administration["course"] }) {
  const steps = course.filter((step) => step.part === "order");
  const next = steps.findIndex((step) => !step.done);
  return (
    <Panel
      title="The way to your first order"
      aside={`${steps.filter((step) => step.done).length} of ${steps.length} done`}
      flush
    >
      <ol>
        {steps.map((step, at) => (
          <li
            key={step.id}
            className="flex items-start gap-3 border-t border-hair px-4 py-2.5 first:border-t-0"
            aria-current={at === next ? "step" : undefined}
          >
            {step.done ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-label="Done" />
            ) : (
              <CircleDashed className="mt-0.5 size-5 shrink-0 text-t3" aria-label="To do" />
            )}
            <span className="grid min-w-0 flex-1 gap-1">
              <Link className={at === next ? "font-semibold" : ""} to={step.href}>
                {step.label}
              </Link>
              {!step.done && <span className="text-13 text-t2">{step.about}</span>}
              {at === next && (
                <span>
                  <Link
                    className="btn btn-primary btn-small"
                    to={step.href}
                    aria-label={`Begin: ${step.label}`}
                  >
                    Begin
                  </Link>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The same, read for itself. Nothing once the first order is out, or for whoever may not see it. */
export function FirstSteps() {
  const read = useGet<Administration>("administration", "/api/v1/administration", {
    anew: true,
  });
  const left = read.data?.course.some((step) => step.part === "order" && !step.done);
  return read.data && left ? <FirstOrder course={read.data.course} /> : null;
}
