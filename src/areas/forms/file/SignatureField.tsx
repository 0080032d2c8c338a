import { useState } from "react";
import { useController } from "react-hook-form";
import type { Strokes } from "#kernel/mark.ts";
import { Field, type FieldProps } from "#web/kit/form/Field.tsx";
import { SignaturePad } from "#web/kit/form/SignaturePad.tsx";
import { mostStroke } from "../form/words.model.ts";

/** A signature: a typed name, or strokes as drawn. */
export type Mark = { typed: string } | { drawn: Strokes };

// A pen tells more points than a line needs: of a long stroke every second one is left out.
const thinned = (stroke: readonly number[]): number[] => {
  let points = [...stroke];
  while (points.length > mostStroke.numbers) points = points.filter((_n, at) => at % 4 < 2);
  return points;
};

/** Typed with keys, or drawn with finger, pen or mouse. */
export function SignatureField(props: FieldProps) {
  const { field } = useController({ name: props.name });
  const mark = field.value as Mark | null;
  const [way, setWay] = useState<"typed" | "drawn">(mark && "drawn" in mark ? "drawn" : "typed");
  const choose = (next: "typed" | "drawn") => {
    setWay(next);
    field.onChange(null);
  };
  const draw = (strokes: Strokes) =>
    field.onChange(
      strokes.length > 0 ? { drawn: strokes.slice(0, mostStroke.strokes).map(thinned) } : null,
    );
  return (
    <Field {...props}>
      {(control) => (
        <div className="grid gap-2" role="group" aria-label={props.label}>
          <div className="flex gap-4">
            {(["typed", "drawn"] as const).map((each) => (
              <label key={each} className="check">
                <input
                  type="radio"
                  name={`${props.name}-way`}
                  checked={way === each}
                  onChange={() => choose(each)}
                />
                {each === "typed" ? "Type your name" : "Draw"}
              </label>
            ))}
          </div>
          {way === "typed" ? (
            <input
              {...control}
              className="field-control serif text-20"
              autoComplete="name"
              maxLength={200}
              value={mark && "typed" in mark ? mark.typed : ""}
              onChange={(event) =>
                field.onChange(event.target.value === "" ? null : { typed: event.target.value })
              }
              onBlur={field.onBlur}
            />
          ) : (
            <div id={control.id} tabIndex={-1}>
              <SignaturePad strokes={mark && "drawn" in mark ? mark.drawn : []} onChange={draw} />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
