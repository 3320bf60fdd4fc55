package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.DescribeStacksResponse;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Which stacks there are. For one thread. */
final class Stacks {

    /** A change set was made for a stack that is not there yet, and was not carried out. */
    static final String EMPTY = "REVIEW_IN_PROGRESS";

    private static final Set<String> CHANGEABLE = Set.of(
            "CREATE_COMPLETE",
            "UPDATE_COMPLETE",
            "UPDATE_ROLLBACK_COMPLETE",
            "IMPORT_COMPLETE",
            "IMPORT_ROLLBACK_COMPLETE");

    /** 20 pages of 100: an account has 2,000 stacks unless it asks for more. */
    private static final int MOST_PAGES = 100;

    private final StackKind kind;
    private final AwsSite site;

    Stacks(StackKind kind, AwsSite site) {
        this.kind = kind;
        this.site = site;
    }

    /** A stack that can be changed now. */
    static boolean isChangeable(String status) {
        return CHANGEABLE.contains(status);
    }

    /** Whether CloudFormation is at work on it. */
    static boolean isBusy(String status) {
        return status.endsWith("_IN_PROGRESS") && !status.equals(EMPTY);
    }

    /** A stack by its name or ARN, whosever it is; null if there is none. */
    @Nullable
    Stack find(String name) {
        try {
            return site.stacks().describeStacks(ask -> ask.stackName(name)).stacks().stream()
                    .findFirst()
                    .orElse(null);
        } catch (CloudFormationException e) {
            if (SdkFailures.said(e).contains("does not exist")) {
                return null;
            }
            throw SdkFailures.explain("look at stack " + name + site.where(), "cloudformation:DescribeStacks", e);
        } catch (SdkException e) {
            throw SdkFailures.explain("look at stack " + name + site.where(), "cloudformation:DescribeStacks", e);
        }
    }

    /** A stack that must be there, and ours. */
    Stack ours(String name) {
        Stack stack = find(name);
        if (stack == null || "DELETE_COMPLETE".equals(stack.stackStatusAsString())) {
            throw new DeploymentException(
                    Reason.STACK_MISSING,
                    "there is no stack " + name + site.where()
                            + ": check the name, the region and the account; 'zae-limiter "
                            + (kind == StackKind.TABLE ? "" : "loadtest ") + "list' shows those of a region");
        }
        refuseOthers(stack);
        return stack;
    }

    /** An empty stack says nothing of itself yet. */
    void refuseOthers(Stack stack) {
        boolean empty = EMPTY.equals(stack.stackStatusAsString())
                && (stack.description() == null || stack.description().isBlank());
        if (!isOurs(stack) && !empty) {
            String says = stack.description() == null || stack.description().isBlank()
                    ? "has no description"
                    : "says of itself '" + stack.description().strip() + "'";
            throw new DeploymentException(
                    Reason.NAME_TAKEN,
                    "stack " + stack.stackName() + site.where() + " is of another kind, and stays as it is: it " + says
                            + "; take another name");
        }
    }

    /** By what it says of itself; an emulator may not tell that of a stack that was made by a change set. */
    boolean isOurs(Stack stack) {
        String says = stack.description();
        if (says != null && !says.isBlank()) {
            return says.startsWith(kind.description());
        }
        Set<String> parameters =
                stack.parameters().stream().map(Parameter::parameterKey).collect(Collectors.toSet());
        return parameters.containsAll(kind.parameters());
    }

    /** All stacks of ours. */
    List<StackSummary> all() {
        return SdkFailures.call("list stacks" + site.where(), "cloudformation:DescribeStacks", () -> {
            List<StackSummary> found = new ArrayList<>();
            String next = null;
            for (int page = 0; page < MOST_PAGES; page++) {
                String token = next;
                DescribeStacksResponse answer = site.stacks().describeStacks(ask -> ask.nextToken(token));
                answer.stacks().stream()
                        .filter(this::isOurs)
                        .map(StackSummary::of)
                        .forEach(found::add);
                next = answer.nextToken();
                if (next == null) {
                    break;
                }
            }
            return found;
        });
    }

    /** A table by its name; null if there is none, or nobody may ask. */
    @Nullable
    TableDescription table(String name) {
        try {
            return site.tables().describeTable(ask -> ask.tableName(name)).table();
        } catch (ResourceNotFoundException e) {
            return null;
        } catch (AwsServiceException e) {
            if (SdkFailures.isDenied(e)) {
                return null;
            }
            throw SdkFailures.explain("look at table " + name + site.where(), "dynamodb:DescribeTable", e);
        } catch (SdkException e) {
            throw SdkFailures.explain("look at table " + name + site.where(), "dynamodb:DescribeTable", e);
        }
    }
}
