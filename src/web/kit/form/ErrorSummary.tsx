import { useEffect, useRef } from "react";
import type { FieldProblem } from "../api.ts";
import { fieldId, fieldPath } from "./FormContext.ts";

const focusField = (path: string) => {
  const control = document.getElementById(fieldId(fieldPath(path)));
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
};

/**
 * "There is a problem", focused when it appears, with a link to each field; the page's title begins
 * with Error.
 */
export function ErrorSummary({
  problems,
  general,
  attempt,
}: {
  problems: readonly FieldProblem[];
  general: string | null;
  attempt: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = problems.length > 0 || general !== null;
  useEffect(() => {
    if (!shown) return;
    box.current?.focus();
    const title = document.title.replace(/^Error: /, "");
    document.title = `Error: ${title}`;
    return () => {
      document.title = document.title.replace(/^Error: /, "");
    };
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div
      className="error-summary"
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">There is a problem</h2>
      {general && <p>{general}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={problem.path + problem.message}>
            <a
              href={`#${fieldId(fieldPath(problem.path))}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(problem.path);
              }}
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
