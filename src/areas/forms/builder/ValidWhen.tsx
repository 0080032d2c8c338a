import { useFormContext, useWatch } from "react-hook-form";
import { TextField } from "#web/kit/form/fields.tsx";
import type { BuilderValues, FieldValues } from "./formValues.ts";
import { validOffers } from "./validRules.ts";

/** "Valid only when …" without writing the rule: the day it is, or another answer of its kind. */
export function ValidWhen({ base, own }: { base: string; own: FieldValues }) {
  const { setValue } = useFormContext();
  const pages = useWatch<BuilderValues>({ name: "pages" }) as BuilderValues["pages"];
  const fields = pages.flatMap((page) => page.sections.flatMap((section) => section.fields));
  const offers = validOffers(own, fields);
  const { valid } = own;
  if (offers.length === 0 && valid === "") return null;
  const id = `valid-${base.replaceAll(".", "-")}`;
  const choose = (rule: string) => {
    const touched = { shouldDirty: true, shouldTouch: true };
    const said = offers.some((each) => each.says === own.validSays) || own.validSays === "";
    setValue(`${base}.valid`, rule, touched);
    if (said || rule === "")
      setValue(`${base}.validSays`, offers.find((each) => each.rule === rule)?.says ?? "", touched);
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Valid only when</label>
        <select
          id={id}
          className="field-control"
          value={valid}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Always</option>
          {offers.map(({ rule, label }) => (
            <option key={rule} value={rule}>
              {label}
            </option>
          ))}
          {valid !== "" && !offers.some((each) => each.rule === valid) && (
            <option value={valid}>By its rule below</option>
          )}
        </select>
      </div>
      {valid !== "" && (
        <TextField
          name={`${base}.validSays`}
          label="What is said otherwise"
          required
          hint="Whoever answers otherwise reads it"
          maxLength={300}
        />
      )}
    </>
  );
}
