import { useState } from "react";
import { useRecord } from "../queries.ts";
import type { Conflict } from "./useClash.ts";

/**
 * A record as its form was opened with it: what arrives meanwhile changes neither its values nor the version that is sent with them, or an older
 * value would silently replace a newer one. `conflictOf` tells Form how to read it anew; once the person has seen what differs, `record` is the newest.
 */
export const useOpened = <T extends { version: number }>(path: string, id: string) => {
  const query = useRecord<T>(path, id), { data, error, isFetching, refetch } = query;
  const [opened, setOpened] = useState<{ id: string; record: T } | null>(null);
  // What was read before and is being read again is not the record that the person wants to change.
  if (opened?.id !== id && data && !isFetching) setOpened({ id, record: data });
  const record = opened?.id === id ? opened.record : undefined;
  const conflictOf = (toForm: (record: T) => Record<string, unknown>): Conflict => ({
    newest: async () => {
      const { data: now, isError } = await refetch();
      return now && !isError ? { values: toForm(now), version: now.version, take: () => setOpened({ id, record: now }) } : null;
    },
  });
  return { record, isPending: !record && (query.isPending || isFetching || Boolean(data)), error, refetch, conflictOf };
};
