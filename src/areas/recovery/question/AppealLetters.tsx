import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useDays } from "#web/kit/days.ts";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { letterKinds, letterSenders, type LetterKind, type LetterSender } from "./appeal.labels.ts";
import type { AppealDetail, Letter } from "./question.model.ts";

const parts: readonly LinePart<Letter>[] = [
  { label: "Letter", as: "title", cell: (l) => l.subject },
  { label: "Dated", cell: (l) => formatDate(l.datedOn) },
  { label: "Kind", cell: (l) => letterKinds[l.kind] },
  { label: "From", cell: (l) => letterSenders[l.sender] },
  { label: "In", cell: (l) => l.appeal },
  {
    label: "Answer",
    cell: (l) =>
      l.kind !== "request"
        ? ""
        : l.answeredOn
          ? `answered ${formatDate(l.answeredOn)}`
          : `due ${formatDate(l.dueOn!)}`,
  },
];

type Values = {
  kind: LetterKind;
  sender: LetterSender;
  datedOn: string;
  sentOn: string;
  receivedOn: string;
  dueOn: string;
  subject: string;
};

function RecordDialog({ a, onClose }: { a: AppealDetail; onClose: () => void }) {
  const empty = (day: string) => day || null;
  return (
    <PostDialog<Values>
      title="Record a letter"
      description="Attach the letter itself under File. The next level's clock runs from the decision."
      path={`/api/v1/pa-appeals/${a.id}/letters`}
      submit="Record"
      nouns={["pa-appeals", "deadlines"]}
      values={{
        kind: a.goesOn.length ? "decision" : "request",
        sender: a.level === "arbitration" ? "board" : "fema",
        datedOn: "",
        sentOn: "",
        receivedOn: "",
        dueOn: "",
        subject: "",
      }}
      bodyOf={(v) => ({
        ...v,
        sentOn: empty(v.sentOn),
        receivedOn: empty(v.receivedOn),
        dueOn: empty(v.dueOn),
      })}
      onClose={onClose}
    >
      <FormRow>
        <SelectField name="kind" label="Kind of letter" required options={options(letterKinds)} />
        <SelectField name="sender" label="From" required options={options(letterSenders)} />
      </FormRow>
      <TextField name="subject" label="What it says, in a line" required maxLength={500} />
      <FormRow>
        <DateField name="datedOn" label="Dated" required />
        <DateField name="sentOn" label="Sent to us" />
        <DateField name="receivedOn" label="Received" />
      </FormRow>
      <DateField name="dueOn" label="Answer by, of a request for information" />
    </PostDialog>
  );
}

function AnswerDialog({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const { today } = useDays();
  return (
    <PostDialog
      title="Answered"
      description={letter.subject}
      path={`/api/v1/pa-appeal-letters/${letter.id}/actions/answer`}
      submit="Record the answer"
      nouns={["pa-appeals", "deadlines"]}
      values={{ answeredOn: today() as string }}
      onClose={onClose}
    >
      <DateField name="answeredOn" label="Answered on" required />
    </PostDialog>
  );
}

/** Letters of an appeal and of the levels before it. */
export function AppealLetters({ a }: { a: AppealDetail }) {
  const { can } = useAuth();
  const [recording, setRecording] = useState(false);
  const [answering, setAnswering] = useState<Letter | null>(null);
  const open = a.letters.filter((l) => l.kind === "request" && !l.answeredOn);
  return (
    <Panel title="Letters">
      {a.letters.length === 0 ? (
        <p className="text-t2">None is recorded.</p>
      ) : (
        <LineTable label="Letters" parts={parts} lines={a.letters} keyOf={(l) => l.id} />
      )}
      {can("recovery.edit") && (
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setRecording(true)}>
            Record a letter
          </button>
          {open.map((l) => (
            <button key={l.id} type="button" className="btn" onClick={() => setAnswering(l)}>
              Record the answer<span className="visually-hidden"> to {l.subject}</span>
            </button>
          ))}
        </div>
      )}
      {recording && <RecordDialog a={a} onClose={() => setRecording(false)} />}
      {answering && <AnswerDialog letter={answering} onClose={() => setAnswering(null)} />}
    </Panel>
  );
}
