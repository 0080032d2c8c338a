-- What staff found when they compared Form W-9 with the company's name and number, with or without the tax service's own matching.
alter table vendor_registration
  add column w9_result text check (w9_result in ('agrees', 'differs')),
  add column w9_note text not null default '',
  add column w9_checked_by uuid,
  add column w9_checked_at timestamptz,
  add check ((w9_result is null) = (w9_checked_at is null));
