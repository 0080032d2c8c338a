import { Fragment } from "react";
import { Link } from "react-router";
import { separators } from "./separators.ts";

/** A part of a finding, and the list or record that it opens. */
export type FindingPart = { text: string; to?: string | undefined };

/** A part that is a sentence already ends as the others do, by what stands between. */
const withoutEnd = (text: string): string => text.replace(/\.$/, "");

/**
 * What waits or went wrong, in one sentence above the page: each part opens what it counts. `none` is
 * said where there is no part.
 */
export function Finding({ parts, none }: { parts: readonly FindingPart[]; none: string }) {
  const between = separators(parts.length);
  return (
    <p className="finding" role="status">
      {parts.length === 0 && none}
      {parts.map(({ text, to }, at) => (
        <Fragment key={text}>
          {to ? <Link to={to}>{withoutEnd(text)}</Link> : withoutEnd(text)}
          {between[at]}
        </Fragment>
      ))}
    </p>
  );
}
