-- When somebody proved last, in this session and after it began, who they are: before a way to sign in is added or removed.
alter table session add column proved_at timestamptz;
