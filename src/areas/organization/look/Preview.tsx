import type { CSSProperties } from "react";
import { lookOf, type Colors, type Look } from "./colors.model.ts";

const variables = (tokens: Look["dark"]): CSSProperties =>
  Object.fromEntries(
    Object.entries(tokens).map(([name, color]) => [`--${name}`, color]),
  ) as CSSProperties;

/** Real parts of the product in the chosen colours, in one theme. */
function Sample({
  theme,
  colors,
  name,
  markUrl,
}: {
  theme: "dark" | "light";
  colors: Colors;
  name: string;
  markUrl: string | null;
}) {
  return (
    <section
      data-theme={theme}
      style={variables(lookOf(colors)[theme])}
      className="overflow-hidden rounded-[6px] border border-hair bg-canvas text-t1"
      aria-label={theme === "dark" ? "Dark theme" : "Light theme"}
    >
      <div className="flex items-center gap-3 px-4 py-3 [background:var(--band)] [color:var(--on-band)]">
        {markUrl && <img src={markUrl} alt="" className="h-7 w-auto max-w-[120px]" />}
        <b className="truncate">{name}</b>
      </div>
      <div className="grid gap-4 p-4">
        <div className="rounded-[6px] border border-hair bg-s1 p-4">
          <h3 className="mb-1">A page of the product</h3>
          <p className="mb-3 text-t2">
            Text stays as it is. <span className="text-link underline">A link</span> and the line
            around what has the focus take the first colour.
          </p>
          <div className="flex flex-wrap gap-2">
            <span className="btn btn-primary">Save</span>
            <span className="btn">Cancel</span>
          </div>
        </div>
        <div className="rounded-[6px] border border-hair bg-s1 p-4 [border-top:3px_solid_var(--fill)]">
          <h3 className="mb-1">A letter</h3>
          <p className="mb-3 text-t2">Purchase order PO-2026-000123 is on its way to you.</p>
          <span className="btn btn-primary">Open the order</span>
        </div>
      </div>
    </section>
  );
}

/** Both themes beside each other. */
export function LookPreview(props: { colors: Colors; name: string; markUrl: string | null }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Sample theme="dark" {...props} />
      <Sample theme="light" {...props} />
    </div>
  );
}
