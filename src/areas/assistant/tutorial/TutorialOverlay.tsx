import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Progress } from "#web/kit/Progress.tsx";
import { levelTone, nextStep, previousStep, progressOf } from "./tour.labels.ts";
import { useTutorial } from "./TutorialContext.ts";

/**
 * The overlay of SPEC 4: one step at a time; focus enters it, Esc closes it, what was reached is
 * kept.
 */
export default function TutorialOverlay() {
  const { active, setStep, end } = useTutorial();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  const step = active?.step ?? 0;
  useEffect(() => {
    before.current = document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  useEffect(() => {
    heading.current?.focus();
  }, [step]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("[data-radix-portal]")) end();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [end]);
  if (!active) return null;
  const { tour } = active;
  const here = tour.steps[step]!;
  const last = step === tour.steps.length - 1;
  const next = () => {
    const to = nextStep(step, tour.steps.length);
    setStep(to.step, to.completed ? true : undefined);
  };
  const complete = () => {
    setStep(step, true);
    end();
  };
  return (
    <section
      className="tour"
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
    >
      <header>
        <span className="text-13 text-t3">{tour.title}</span>
        <span className={`badge tone-${levelTone(tour.difficulty_level)}`}>
          {tour.difficulty_level}
        </span>
        <button
          type="button"
          className="btn btn-quiet btn-icon btn-small ml-auto"
          aria-label="Close the tutorial"
          onClick={end}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <Progress label="Progress of the tutorial" value={progressOf(step, tour.steps.length)} />
      <h2 id="tour-title" tabIndex={-1} ref={heading}>
        {here.title}
      </h2>
      <p id="tour-text">{here.content}</p>
      {here.action && (
        <p>
          <button
            type="button"
            className="text-link underline underline-offset-2"
            onClick={() => void navigate(here.action!)}
          >
            Take me there
          </button>
        </p>
      )}
      <footer>
        <button type="button" className="btn btn-quiet btn-small" onClick={end}>
          Skip Tutorial
        </button>
        <span className="ml-auto text-13 text-t3">
          {step + 1} of {tour.steps.length}
        </span>
        <button
          type="button"
          className="btn btn-small"
          disabled={step === 0}
          onClick={() => setStep(previousStep(step))}
        >
          Previous
        </button>
        {last ? (
          <button type="button" className="btn btn-primary btn-small" onClick={complete}>
            Complete
          </button>
        ) : (
          <button type="button" className="btn btn-primary btn-small" onClick={next}>
            Next
          </button>
        )}
      </footer>
    </section>
  );
}
