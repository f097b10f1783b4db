"""A small library of neighbours: skills that are taken for one another, and what people ask for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A skill with tasks it is for: those it was used for, and others to measure with."""

    title: str
    trigger: str
    steps: tuple[str, ...]
    used_for: tuple[str, str]
    measured: tuple[str, str]

    def text(self, *, outdated: bool = False) -> str:
        """As it is, or as an outdated edition: for the same task, in an order that fails."""
        steps = reversed(self.steps) if outdated else self.steps
        lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
        return "\n".join([f"# {self.title}", "", f"Trigger: {self.trigger}", "", *lines, ""])


LIBRARY = (
    Asked(
        "Roll out a service",
        "a new version of a service goes to production",
        ("Tag the version.", "Deploy it to one machine.", "Watch the errors.", "Deploy the rest."),
        ("ship the payment service tonight", "get version 4 of the API live"),
        ("put the new build in front of customers", "release the search backend"),
    ),
    Asked(
        "Roll back a service",
        "a version in production is broken",
        ("Find the last good version.", "Deploy it.", "Tell the team.", "Open a ticket."),
        ("production broke after the release, go back", "undo yesterday's deployment"),
        ("the new version throws errors for customers", "return to the earlier build"),
    ),
    Asked(
        "Migrate a database",
        "a table gets new columns",
        ("Copy the database.", "Write the migration.", "Try it on the copy.", "Run it."),
        ("add a currency column to the orders table", "change the schema of customers"),
        ("split the address field into street and city", "a new index on a large table"),
    ),
    Asked(
        "Restore a database",
        "data was lost or damaged",
        ("Stop the writers.", "Fetch the backup.", "Load it.", "Compare the counts."),
        ("somebody dropped the orders table", "bring back yesterday's data"),
        ("rows vanished over night", "load the dump of Monday into the database"),
    ),
    Asked(
        "Send an invoice",
        "a customer owes money for an order",
        ("Look up the order.", "Fill in the form.", "Check the tax.", "Mail it."),
        ("bill the customer for March", "the order is delivered, charge for it"),
        ("ask Miller for the money of the last order", "make out a bill with tax"),
    ),
    Asked(
        "Chase an unpaid invoice",
        "an invoice is overdue",
        ("Check the account.", "Call the customer.", "Send a reminder.", "Note the answer."),
        ("Miller has not paid for six weeks", "remind a customer of an open bill"),
        ("the payment term is over and no money came", "second reminder for a debtor"),
    ),
    Asked(
        "Refund an order",
        "a customer wants money back",
        ("Check the order.", "Ask for the reason.", "Pay the money back.", "Tell the warehouse."),
        ("the jacket came torn and she wants her money", "pay back a cancelled order"),
        ("a buyer is unhappy and asks for a refund", "return the amount to the card"),
    ),
    Asked(
        "Replace a broken item",
        "something arrived broken",
        ("Look at the photos.", "Check the stock.", "Send a new one.", "Close the ticket."),
        ("the lamp came in pieces, send another", "a damaged parcel was delivered"),
        ("the customer wants a working one instead", "swap a faulty kettle for a new one"),
    ),
    Asked(
        "Welcome a new colleague",
        "somebody starts to work here",
        ("Order a laptop.", "Create the accounts.", "Show the office.", "Plan the first week."),
        ("Ana starts on Monday", "prepare the first day of an engineer"),
        ("a new hire needs accounts and a desk", "someone joins the team next week"),
    ),
    Asked(
        "Say goodbye to a colleague",
        "somebody leaves the company",
        ("Collect the laptop.", "Close the accounts.", "Hand over the work.", "Say thank you."),
        ("Ben's last day is Friday", "take away the access of a leaver"),
        ("an employee quits, what has to be closed", "someone leaves the team next week"),
    ),
    Asked(
        "Interview a candidate",
        "somebody applied for a job",
        ("Read the application.", "Ask about the work.", "Set a task.", "Write down the verdict."),
        ("talk to an applicant about the open position", "first conversation with a candidate"),
        ("what to ask a developer who applied", "meet the person for the sales job"),
    ),
    Asked(
        "Write a job advert",
        "a position is open",
        ("List the duties.", "Name the salary.", "Ask the team.", "Publish it."),
        ("we need another engineer, announce it", "describe the open position in public"),
        ("find applicants for the sales job", "post a vacancy on the site"),
    ),
    Asked(
        "Answer a complaint",
        "a customer is angry",
        ("Read all of it.", "Say sorry.", "Offer a solution.", "Ask again in a week."),
        ("a furious mail about the late parcel", "calm down an annoyed client"),
        ("somebody wrote a bad review", "a customer shouts about our service"),
    ),
    Asked(
        "Handle an incident",
        "a system is down",
        ("Say that you are on it.", "Look at the graphs.", "Mend it.", "Tell everybody."),
        ("the shop does not load for anybody", "the pager went off at night"),
        ("everything times out", "an outage of the login"),
    ),
    Asked(
        "Review an incident",
        "an outage is over",
        ("Collect the times.", "Ask what happened.", "Find the cause.", "Agree on changes."),
        ("what did we learn from the outage", "write the post-mortem of the login failure"),
        ("find out why the shop was down yesterday", "hold the meeting after an incident"),
    ),
    Asked(
        "Review a change",
        "somebody asks for a code review",
        ("Read the description.", "Read the tests.", "Run it.", "Write comments."),
        ("look at the pull request of Ana", "check the patch before it is merged"),
        ("comment on a colleague's branch", "is this diff good enough to merge"),
    ),
)
