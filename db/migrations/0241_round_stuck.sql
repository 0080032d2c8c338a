-- Why a round of final offers whose due instant has passed could not be opened: the screens say it, with the way on.
alter table final_offer_round add column stuck text;
