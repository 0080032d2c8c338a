import { counted } from "#kernel/words.ts";
import { Panel } from "../states.tsx";
import type { ImportQuestion, ImportReading, ImportRun, Said } from "./contract.ts";

type QuestionProps = {
  question: ImportQuestion;
  label: string;
  reading: ImportReading;
  onChange: (reading: ImportReading) => void;
};

function Choices({ question, label, reading, onChange }: QuestionProps) {
  const answer = reading.answers?.[question.id];
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">
        {label}: {question.ask}
      </legend>
      {question.rows.length > 0 && (
        <p className="text-13 text-t3">
          {question.rows.map(({ row, found }) => `Row ${row}: ${found}`).join(" · ")}
        </p>
      )}
      {question.choices.map(({ value, label: words }) => (
        <label key={value} className="flex items-center gap-2">
          <input
            type="radio"
            name={question.id}
            checked={answer === value}
            onChange={() =>
              onChange({ ...reading, answers: { ...reading.answers, [question.id]: value } })
            }
          />
          {words}
          {value === question.likely && <span className="text-t3"> likely</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** Names that stand in place of codes, each with the record that it probably means. */
function Names({ question, label, reading, onChange }: QuestionProps) {
  const said = reading.names?.[question.field] ?? {};
  const names = question.names ?? [];
  const say = (entries: Record<string, string>) =>
    onChange({
      ...reading,
      names: { ...reading.names, [question.field]: { ...said, ...entries } },
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">
        {label}: {question.ask}
      </legend>
      {names.map(({ found, rows }) => (
        <label key={found} className="grid items-center gap-2 sm:grid-cols-2">
          <span>
            {found} <span className="text-t3">{counted(rows, "row")}</span>
          </span>
          <select
            className="field-control"
            aria-label={`What ${found} is`}
            value={said[found.toLowerCase()] ?? ""}
            onChange={(e) => say({ [found.toLowerCase()]: e.target.value })}
          >
            <option value="">Choose</option>
            <option value={found}>None of them: hand its rows back</option>
            {question.choices.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
      <div>
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            say(
              Object.fromEntries(
                names.flatMap(({ found, likely }) =>
                  likely ? [[found.toLowerCase(), likely]] : [],
                ),
              ),
            )
          }
        >
          Take what is likely
        </button>
      </div>
    </fieldset>
  );
}

/** What the columns leave open: nothing comes in before it is answered; it is asked once a source. */
export function QuestionsPanel({
  run,
  said,
  onChange,
}: {
  run: ImportRun;
  said: Said;
  onChange: (said: Said) => void;
}) {
  const questions = (run.questions ?? []).filter(({ field }) => field !== "");
  if (questions.length === 0) return null;
  const labelOf = ({ field, column }: ImportQuestion) =>
    column || (run.fields.find(({ name }) => name === field)?.label ?? field);
  return (
    <Panel title="The file leaves this open">
      <div className="grid gap-4">
        {questions.map((question) => {
          const given = {
            question,
            label: labelOf(question),
            reading: said.reading,
            onChange: (reading: ImportReading) => onChange({ ...said, reading }),
          };
          return question.names ? (
            <Names key={question.id} {...given} />
          ) : (
            <Choices key={question.id} {...given} />
          );
        })}
        <p className="text-13 text-t3">
          What you answer holds for the next file with these headings too; days far from today are
          asked about each time.
        </p>
      </div>
    </Panel>
  );
}
