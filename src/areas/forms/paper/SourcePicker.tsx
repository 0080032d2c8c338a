import type { PaperSource } from "./paper.labels.ts";
import type { Base } from "./editing.ts";

const keyOf = (source: PaperSource | null): string =>
  source === null
    ? ""
    : source.from === "text"
      ? "text"
      : source.from === "column"
        ? `column ${source.key}`
        : `answer ${source.key} ${source.row > 0 ? source.column : ""}`.trim();

const sourceOf = (text: string): PaperSource | null => {
  const [from, key = "", column = ""] = text.split(" ");
  if (from === "text") return { from: "text", text: "" };
  if (from === "column") return { from: "column", key };
  if (from === "answer") return { from: "answer", key, column, row: column ? 1 : 0 };
  return null;
};

function Choices({ base }: { base: Base }) {
  if (!base) return null;
  if ("columns" in base)
    return (
      <optgroup label={`Columns of ${base.name}`}>
        {base.columns.map((column) => (
          <option key={column.key} value={`column ${column.key}`}>
            {column.label}
          </option>
        ))}
      </optgroup>
    );
  return (
    <optgroup label={`Answers of ${base.name}`}>
      {base.fields.flatMap((field) => [
        <option key={field.key} value={`answer ${field.key}`}>
          {field.label}
          {field.columns.length > 0 && ", all rows"}
        </option>,
        ...field.columns.map((column) => (
          <option key={`${field.key} ${column.key}`} value={`answer ${field.key} ${column.key}`}>
            {field.label}, one row: {column.label}
          </option>
        )),
      ])}
    </optgroup>
  );
}

/** Where a value comes from: an answer, a column, or a text that is always the same. */
export function SourcePicker({
  base,
  source,
  onChange,
}: {
  base: Base;
  source: PaperSource | null;
  onChange: (source: PaperSource | null) => void;
}) {
  return (
    <div className="grid gap-3">
      <label className="field">
        <span>Filled with</span>
        <select
          className="field-control"
          value={keyOf(source)}
          onChange={(event) => onChange(sourceOf(event.target.value))}
        >
          <option value="">Nothing, leave it empty</option>
          <option value="text">The same text always</option>
          <Choices base={base} />
        </select>
      </label>
      {source?.from === "text" && (
        <label className="field">
          <span>Text</span>
          <input
            className="field-control"
            value={source.text}
            maxLength={2000}
            onChange={(event) => onChange({ from: "text", text: event.target.value })}
          />
        </label>
      )}
      {source?.from === "answer" && source.row > 0 && (
        <label className="field">
          <span>Row</span>
          <input
            className="field-control"
            type="number"
            min={1}
            max={500}
            value={source.row}
            onChange={(event) =>
              onChange({ ...source, row: Math.max(1, Number(event.target.value) || 1) })
            }
          />
        </label>
      )}
    </div>
  );
}
