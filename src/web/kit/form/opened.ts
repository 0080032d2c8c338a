import { useState } from "react";
import { useRecord } from "../queries.ts";
import type { Conflict } from "./useEditConflict.ts";

type Reading<D> = {
  data: D | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<{ data: D | undefined; isError: boolean }>;
};

/**
 * A record as its form was opened with it, out of what a query reads (`of` finds it; null where it
 * is not there): what arrives meanwhile changes
 * neither its values nor the version that is sent with them, or an older value would silently
 * replace a newer one. `conflictOf` tells Form how to
 * read it anew; once the person has seen what differs, `record` is the newest. `reopen` takes the
 * newest at once: for a form that stays open after saving.
 */
export const useOpenedIn = <D, T extends { version: number }>(
  query: Reading<D>,
  id: string,
  of: (data: D) => T | null,
) => {
  const { data, error, isFetching, refetch } = query;
  const [opened, setOpened] = useState<{ id: string; record: T } | null>(null);
  const there = data === undefined ? null : of(data);
  // What was read before and is being read again is not the record that the person wants to change.
  if (opened?.id !== id && there && !isFetching) setOpened({ id, record: there });
  const record = opened?.id === id ? opened.record : undefined;
  const newest = async (): Promise<T | null> => {
    const { data: now, isError } = await refetch();
    return now === undefined || isError ? null : of(now);
  };
  const conflictOf = (toForm: (record: T) => Record<string, unknown>): Conflict => ({
    newest: async () => {
      const now = await newest();
      return (
        now && {
          values: toForm(now),
          version: now.version,
          take: () => setOpened({ id, record: now }),
        }
      );
    },
  });
  const reopen = async (): Promise<void> => {
    const now = await newest();
    if (now) setOpened({ id, record: now });
  };
  return {
    record,
    isPending: !record && (query.isPending || isFetching || Boolean(there)),
    error,
    refetch,
    conflictOf,
    reopen,
  };
};

/** The same of a record at its own address, GET path/id. */
export const useOpened = <T extends { version: number }>(path: string, id: string) =>
  useOpenedIn<T, T>(useRecord<T>(path, id), id, (record) => record);

/**
 * The same of a row that a dialog was opened with, which its list holds already; null for a new
 * one. `read` fetches the row as it is now, null where it is
 * not there any more.
 */
export const useOpenedRow = <T extends { version: number }>(
  row: T | null,
  read: (opened: T) => Promise<T | null>,
) => {
  const [record, setRecord] = useState(row);
  const conflictOf = (toForm: (record: T) => Record<string, unknown>): Conflict => ({
    newest: async () => {
      const now = record && (await read(record));
      return now && { values: toForm(now), version: now.version, take: () => setRecord(now) };
    },
  });
  return { record, conflictOf };
};
