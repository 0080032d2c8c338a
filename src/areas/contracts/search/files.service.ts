import { attachedTo } from "#server/files/found-text.ts";

/**
 * Ids of contracts by $files: what is attached to them, what was signed, and the documents of the
 * cooperative contract that they rest on.
 */
export const filesOfContracts = `
  ${attachedTo("contract")}
  union all
  select s.contract_id, s.file_id
  from contract_signing s
  where s.file_id = any($files)
  union all
  select k.id, k.competition_file_id
  from contract_cooperative k
  where k.competition_file_id = any($files)
  union all
  select k.id, k.right_file_id
  from contract_cooperative k
  where k.right_file_id = any($files)
`;

/** The same as a list's `texts`. */
export const contractsByFiles = `select distinct o.id from (${filesOfContracts}) o`;
