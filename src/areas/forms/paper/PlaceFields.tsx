import { alignments, paperFormats, type Box, type PaperField, type Place } from "./paper.labels.ts";
import type { Division } from "./parts.model.ts";
import { SourcePicker } from "./SourcePicker.tsx";
import type { Base } from "./editing.ts";

type Change = (change: Partial<Place>) => void;

function Select<K extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: K;
  options: Readonly<Record<K, string>>;
  onChange: (value: K) => void;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="field-control"
        value={value}
        onChange={(event) => onChange(event.target.value as K)}
      >
        {Object.entries<string>(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Numeric({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="field-control"
        type="number"
        step="any"
        value={value ?? ""}
        onChange={(event) =>
          onChange(event.target.value === "" ? null : Number(event.target.value))
        }
      />
    </label>
  );
}

const sides = { x: "From the left", y: "From below", width: "Width", height: "Height" } as const;

function BoxFields({ place, onChange }: { place: Place; onChange: Change }) {
  const box = place.box!;
  return (
    <>
      <label className="field">
        <span>Name</span>
        <input
          className="field-control"
          value={place.label}
          maxLength={300}
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </label>
      <Select
        label="Kind"
        value={place.kind}
        options={{ text: "Text", check: "Check box" }}
        onChange={(kind) => onChange({ kind })}
      />
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-1 text-13 text-t2">Place, in points</legend>
        {Object.entries(sides).map(([key, label]) => (
          <Numeric
            key={key}
            label={label}
            value={box[key as keyof Box]}
            onChange={(value) => onChange({ box: { ...box, [key]: value ?? 0 } })}
          />
        ))}
      </fieldset>
    </>
  );
}

const valuesOf = (base: Base, place: Place): readonly { key: string; label: string }[] => {
  const { source } = place;
  if (source.from === "text" || !base) return [];
  const all = "columns" in base ? base.columns : base.fields;
  return all.find((each) => each.key === source.key)?.values ?? [];
};

function Options({
  place,
  field,
  base,
  onChange,
}: {
  place: Place;
  field: PaperField;
  base: Base;
  onChange: Change;
}) {
  const values = valuesOf(base, place);
  const set = (option: string, value: string) =>
    onChange({
      options: [
        ...place.options.filter((each) => each.option !== option),
        ...(value === "" ? [] : [{ value, option }]),
      ],
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-13 text-t2">Which box for which value</legend>
      {field.options.map((option) => {
        const value = place.options.find((each) => each.option === option)?.value ?? "";
        return (
          <label key={option} className="field">
            <span>Box “{option}” is ticked for</span>
            {values.length > 0 ? (
              <select
                className="field-control"
                value={value}
                onChange={(event) => set(option, event.target.value)}
              >
                <option value="">No value</option>
                {values.map((each) => (
                  <option key={each.key} value={each.key}>
                    {each.label}
                  </option>
                ))}
              </select>
            ) : (
              <input
                className="field-control"
                value={value}
                onChange={(event) => set(option, event.target.value)}
              />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

function HowText({ place, onChange }: { place: Place; onChange: Change }) {
  return (
    <>
      <Select
        label="Written"
        value={place.format}
        options={paperFormats}
        onChange={(format) => onChange({ format })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Stands"
          value={place.align}
          options={alignments}
          onChange={(align) => onChange({ align })}
        />
        <Numeric label="Points" value={place.size} onChange={(size) => onChange({ size })} />
      </div>
    </>
  );
}

/** What stands at a place: where it comes from, how it is written, and where a drawn box is. */
export function PlaceFields({
  place,
  field,
  base,
  division,
  onChange,
  onDivide,
}: {
  place: Place;
  field: PaperField | null;
  base: Base;
  division: Division | null;
  onChange: (change: Partial<Place> | null) => void;
  onDivide: (division: Division) => void;
}) {
  const kind = field ? field.kind : place.kind;
  const nothing = field !== null && place.source.from === "text" && place.source.text === "";
  return (
    <div className="grid gap-3 px-3 pt-1 pb-4">
      {!field && place.box && <BoxFields place={place} onChange={onChange} />}
      <SourcePicker
        base={base}
        source={place.source}
        onChange={(source) =>
          onChange(
            source
              ? { source, options: [] }
              : field
                ? null
                : { source: { from: "text", text: "" } },
          )
        }
      />
      {division && place.source.from !== "text" && (
        <button
          type="button"
          className="btn btn-small justify-self-start"
          onClick={() => onDivide(division)}
        >
          Divide it as {division.name} among these {division.fields.length} fields
        </button>
      )}
      {kind === "check" && (
        <label className="field">
          <span>Ticked where it is</span>
          <input
            className="field-control"
            value={place.equals}
            maxLength={200}
            placeholder="anything but no"
            onChange={(event) => onChange({ equals: event.target.value })}
          />
        </label>
      )}
      {kind === "radio" && field && (
        <Options place={place} field={field} base={base} onChange={onChange} />
      )}
      {kind !== "check" && kind !== "radio" && !nothing && (
        <HowText place={place} onChange={onChange} />
      )}
      {!field && (
        <button
          type="button"
          className="btn btn-small justify-self-start"
          onClick={() => onChange(null)}
        >
          Take the box out
        </button>
      )}
    </div>
  );
}
