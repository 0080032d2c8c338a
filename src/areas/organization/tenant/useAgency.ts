import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import type { OrganizationRow } from "../organization.model.ts";

/** The agency's record. */
export const useAgency = () => {
  const { me } = useAuth();
  return useGet<OrganizationRow>("organization", `/api/v1/organizations/${me?.org?.id}`, {
    enabled: Boolean(me?.org),
  });
};

/**
 * Editing a part of the agency's record: the values as they were opened, what to do when somebody
 * else was faster, and saving. `patchOf` gives what is sent of the values.
 */
export const useAgencyForm = <T>(
  agency: OrganizationRow,
  toForm: (row: OrganizationRow) => T,
  patchOf: (values: T) => object,
) => {
  const client = useQueryClient();
  // What was read anew meanwhile moves neither the values nor the version that is sent with them.
  const [opened, setOpened] = useState(agency);
  const path = `/api/v1/organizations/${agency.id}`;
  const newest = async () => {
    const now = await api<OrganizationRow>(path);
    return { values: toForm(now), version: now.version, take: () => setOpened(now) };
  };
  const onSubmit = async (values: T) => {
    const row = await api<OrganizationRow>(path, {
      method: "PATCH",
      version: opened.version,
      body: patchOf(values),
    });
    setOpened(row);
    await Promise.all([
      client.invalidateQueries({ queryKey: ["me"] }),
      client.invalidateQueries({ queryKey: ["noun", "organization"] }),
      client.invalidateQueries({ queryKey: ["noun", "me"] }),
    ]);
  };
  return { defaultValues: toForm(opened), conflict: { newest }, onSubmit };
};
