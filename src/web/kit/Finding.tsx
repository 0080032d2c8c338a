import { Fragment } from "react";
import { Link } from "react-router";
import { separators } from "./separators.ts";

/** A part of a finding, and the list or record that it opens. */
export type FindingPart = { text: string; to?: string | undefined };

/** A part that is a sentence already ends as the others do, by what stands between. */
const withoutEnd = (text: string): string => text.replace(/\.$/, "");

/** What stands first begins the sentence, whichever part it is. */
const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What waits or went wrong, in one sentence above the page: each part opens what it counts. `none` is
 * said where there is no part.
 */
export function Finding({ parts, none }: { parts: readonly FindingPart[]; none: string }) {
  const between = separators(parts.length);
  return (
    <p className="finding" role="status">
      {parts.length === 0 && none}
      {parts.map(({ text, to }, at) => {
        const said = withoutEnd(at === 0 ? begun(text) : text);
        return (
          <Fragment key={text}>
            {to ? <Link to={to}>{said}</Link> : said}
            {between[at]}
          </Fragment>
        );
      })}
    </p>
  );
}
