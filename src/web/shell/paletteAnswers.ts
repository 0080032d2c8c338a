import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { HelpAnswer } from "#areas/assistant/help/help.model.ts";
import type { SearchKind } from "#areas/platform/search/search.labels.ts";
import { api } from "../kit/api.ts";

type Record = { kind: SearchKind; id: string; number: string; title: string; href: string };
const waitMs = 200;
const staleTime = 30_000;

/**
 * What the server has for the text of the palette, asked a moment after the last key: records, and
 * from three letters on the list that a question asks for and sections of the guide.
 */
export const usePaletteAnswers = (
  text: string,
  enabled: boolean,
): { records: readonly Record[]; help: HelpAnswer | null; searching: boolean } => {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim().slice(0, 200)), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  const on = enabled && asked.length >= 2;
  const records = useQuery({
    queryKey: ["search", asked],
    queryFn: ({ signal }) =>
      api<{ items: Record[] }>("/api/v1/search", { query: { q: asked.slice(0, 100) }, signal }),
    enabled: on,
    staleTime,
  });
  const help = useQuery({
    queryKey: ["help", asked],
    queryFn: ({ signal }) => api<HelpAnswer>("/api/v1/help", { query: { q: asked }, signal }),
    enabled: on && asked.length >= 3,
    staleTime,
  });
  const current = on && asked === text.trim();
  return {
    records: current ? (records.data?.items ?? []) : [],
    // Behind the records: the first row is what Enter opens.
    help: current && !records.isFetching ? (help.data ?? null) : null,
    searching:
      enabled &&
      text.trim().length >= 2 &&
      (asked !== text.trim() || records.isFetching || help.isFetching),
  };
};
