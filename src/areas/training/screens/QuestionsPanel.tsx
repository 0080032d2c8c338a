import { useState } from "react";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AskedQuestion } from "../course/course.model.ts";

type Values = { text: string; options: { text: string }[]; right: string };

function NewQuestion({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="New question"
      description="Which answers are right is sealed: nobody reads it again, you neither."
      path="/api/v1/course-questions"
      submit="Add it"
      nouns={["course-questions"]}
      values={{ text: "", options: [{ text: "" }, { text: "" }], right: "" }}
      bodyOf={({ text, options, right }) => ({
        ...{ courseId, text, options: options.map((one) => one.text) },
        right: right
          .split(",")
          .map((at) => Number(at.trim()) - 1)
          .filter((at) => Number.isInteger(at) && at >= 0),
      })}
      onClose={onClose}
    >
      <TextArea name="text" label="Question" rows={2} required maxLength={1000} />
      <LineItems
        name="options"
        label="Answers offered"
        blank={() => ({ text: "" })}
        columns={[{ name: "text", label: "Answer", kind: "text", required: true }]}
      />
      <TextField name="right" label="Right answers" hint="Their places, by commas: 1, 3" required />
    </PostDialog>
  );
}

/** The bank of a course: questions without what is right. */
export function QuestionsPanel({ courseId }: { courseId: string }) {
  const [adding, setAdding] = useState(false);
  const { data } = useGet<{ items: AskedQuestion[] }>(
    "course-questions",
    `/api/v1/course-questions?courseId=${courseId}`,
  );
  const act = useMutationAction("course-questions");
  const drop = (id: string) =>
    void act
      .mutateAsync({ method: "DELETE", path: `/api/v1/course-questions/${id}` })
      .catch((error: unknown) => notify.failed("Not taken out", error));
  return (
    <Panel title="Question bank" aside={`${data?.items.length ?? 0} questions`}>
      <ul className="grid gap-3">
        {(data?.items ?? []).map(({ id, text, options }) => (
          <li key={id} className="grid gap-1">
            <span className="font-medium">{text}</span>
            <span className="text-13 text-t2">{options.join(" · ")}</span>
            <button
              type="button"
              className="btn btn-small justify-self-start"
              onClick={() => drop(id)}
            >
              Take out<span className="sr-only"> {text}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="btn mt-3" onClick={() => setAdding(true)}>
        New question
      </button>
      {adding && <NewQuestion courseId={courseId} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
