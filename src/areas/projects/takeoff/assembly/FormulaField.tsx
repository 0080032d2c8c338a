import { useController } from "react-hook-form";
import { Field } from "#web/kit/form/Field.tsx";
import { mostFormula, readFormula } from "./formula.model.ts";

/** The box in which a formula is typed; what is kept of it are its rules. */
export function FormulaField({ name, variables }: { name: string; variables: readonly string[] }) {
  const { field } = useController({
    name,
    rules: {
      validate: (typed) => {
        const text = String(typed ?? "");
        if (text.trim() === "") return true;
        const read = readFormula(text);
        return "problem" in read ? read.problem : true;
      },
    },
  });
  return (
    <Field
      name={name}
      label="Quantity"
      needed="needed to publish"
      hint={`+ - * / ( ), min, max, if(a > b, then, else)${
        variables.length > 0 ? `, with ${variables.join(", ")}` : ""
      }`}
    >
      {(control) => (
        <input
          {...control}
          {...field}
          className="field-control mono"
          maxLength={mostFormula}
          spellCheck={false}
          autoComplete="off"
          value={(field.value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}
