import { useEffect, useRef, useState } from "react";
import { counted } from "#kernel/words.ts";
import { api } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Answers, EnrolmentDetail } from "../course/enrolment.model.ts";

const keyOf = (id: string) => `levee-course-${id}`;
// What was answered while the connection was away stays on the device.
const onDevice = (id: string): Answers => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}") as Answers;
  } catch {
    return {};
  }
};

/** The questions of a course under way: each answer is kept on the device at once, and by the server. */
export function Quiz({ enrolment: e }: { enrolment: EnrolmentDetail }) {
  const [answers, setAnswers] = useState<Answers>(() => ({ ...e.answers, ...onDevice(e.id) }));
  const version = useRef(e.version);
  const submit = useMutationAction<{ status: string }>(
    "enrolments",
    "person-certificates",
    "training-asked",
  );
  const open = e.questions.filter(({ id }) => !answers[id]?.length).length;
  useEffect(() => {
    localStorage.setItem(keyOf(e.id), JSON.stringify(answers));
    const later = setTimeout(() => {
      void api<{ version: number }>(`/api/v1/enrolments/${e.id}/answers`, {
        method: "PUT",
        body: { answers },
        version: version.current,
      })
        .then((kept) => (version.current = kept.version))
        .catch(() => {});
    }, 800);
    return () => clearTimeout(later);
  }, [answers, e.id]);
  const choose = (id: string, at: number, several: boolean, on: boolean) =>
    setAnswers((all) => ({
      ...all,
      [id]: several ? [...(all[id] ?? []).filter((n) => n !== at), ...(on ? [at] : [])] : [at],
    }));
  const send = async () => {
    try {
      const { status } = await submit.mutateAsync({
        path: `/api/v1/enrolments/${e.id}/actions/submit`,
        body: { answers },
      });
      localStorage.removeItem(keyOf(e.id));
      if (status === "completed")
        notify.done("Passed", "Your certificate stands under Certifications.");
      else notify.info("Not passed", "Read the lessons again and enroll for another attempt.");
    } catch (error) {
      notify.failed("Not submitted: your answers are kept on this device", error);
    }
  };
  return (
    <Panel
      title="Questions"
      aside={open > 0 ? `${counted(open, "question")} open` : "All answered"}
    >
      <ol className="grid gap-5">
        {e.questions.map(({ id, text, options, several }, n) => (
          <li key={id}>
            <fieldset className="grid gap-2">
              <legend className="font-medium">
                {n + 1}. {text} {several && <span className="text-t2">(several)</span>}
              </legend>
              {options.map((option, at) => (
                <label key={option} className="check">
                  <input
                    type={several ? "checkbox" : "radio"}
                    name={id}
                    checked={answers[id]?.includes(at) ?? false}
                    onChange={({ target }) => choose(id, at, several, target.checked)}
                  />
                  <span>{option}</span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="btn btn-primary mt-5"
        disabled={open > 0 || submit.isPending}
        onClick={() => void send()}
      >
        Submit
      </button>
    </Panel>
  );
}
