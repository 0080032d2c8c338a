/**
 * SQL of a join that tells what became of the letter with this id: `letter.state` (a code of
 * `letterStates`), `letter.attempts`, `letter.sent_at`, `letter.note`. For lists of areas that keep
 * the id which `queueMail` gave them.
 */
export const letterOf = (idColumn: string): string => `
  left join lateral (
      select
        case
          when m.failed_at is not null then 'failed'
          when m.sent_at is not null then 'sent'
          when m.attempts > 0 then 'refused'
          else 'waiting'
        end as state, m.attempts, m.sent_at, coalesce(m.delivery_note, m.last_error) as note
      from mail m
      where m.id = ${idColumn}
    ) letter
    on true
`;
